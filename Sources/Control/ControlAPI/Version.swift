// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The version of daemon, command line and API.
public enum Version {
    public static let text = "0.1.0"
}
