# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""What a scenario works with: see Laboratory."""
