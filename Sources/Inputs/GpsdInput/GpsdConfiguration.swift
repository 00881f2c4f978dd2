// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where gpsd is, and which of its receivers to use.
public struct GpsdConfiguration: Hashable, Sendable {
    /// A name or a numeric address. `localhost` means 127.0.0.1, then ::1, whatever the resolver says.
    public var host: String
    public var port: UInt16
    /// The path of the only receiver to use, as gpsd names it; nil for any one.
    public var device: String?

    public init(host: String = "localhost", port: UInt16 = 2947, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// Asks gpsd for its reports.
    var watchCommand: String {
        let device = self.device.map { ",\"device\":\"\(escaped($0))\"" } ?? ""
        return "?WATCH={\"enable\":true,\"json\":true\(device)};\n"
    }

    /// Asks for a sign of life and for the reports again.
    var probeCommand: String { "?DEVICES;\n" + watchCommand }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            // A control character ends gpsd's line; no path has one.
            if scalar.value < 0x20 { continue }
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
