// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// What is installed does without regular expressions, whose libraries each module would import unasked: 0.9 MB of memory.
let lean: [SwiftSetting] =
    settings + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// The release build carries Swift's runtime within it: the daemon's user need not be able to read the toolchain, which
/// may lie in somebody's home, and a newer toolchain cannot break what is installed. Symbols would double its size.
let standalone: [LinkerSetting] = [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(configuration: .release))]

func swift(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(path)", swiftSettings: lean)
}

/// A C library as it is: a module map and a header that includes what is used.
func library(_ name: String, pkgConfig: String? = nil, debian package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A C library behind a shim, for what Swift cannot import.
func shim(_ name: String, links library: String? = nil) -> Target {
    .target(
        name: name, path: "Sources/System/\(name)",
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

func test(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(path)", swiftSettings: settings)
}

let package = Package(
    name: "runwayd",
    targets: [
        swift("RunwayModel", "Model", []),
        swift("RunwayCore", "Core", ["RunwayModel"]),
        swift("RunwayEngine", "Engine", ["RunwayModel", "RunwayCore"]),
        swift("RunwayPorts", "Ports", ["RunwayModel", "EventLoop"]),

        swift("RunwayHub", "Hub", ["RunwayModel", "RunwayPorts", "EventLoop"]),
        swift("RunwayConfiguration", "Configuration", ["RunwayModel", "IniFile"]),

        swift("GpsdInput", "Inputs/GpsdInput", ["RunwayModel", "RunwayPorts", "EventLoop", "Gpsd", "CLinux"]),
        swift(
            "BluetoothInput", "Inputs/BluetoothInput", ["RunwayModel", "RunwayPorts", "EventLoop", "Bus"]),
        swift("SimulatedInput", "Inputs/SimulatedInput", ["RunwayModel", "RunwayPorts", "EventLoop"]),
        swift("PowerInput", "Inputs/PowerInput", ["RunwayModel", "RunwayPorts", "EventLoop", "CLinux"]),
        swift("ReplayInput", "Inputs/ReplayInput", ["RunwayModel", "Gpsd", "JSON"]),

        swift("Recorder", "Outputs/Recorder", ["RunwayModel", "EventLoop", "Database", "JSON"]),
        swift("JSONLinesSink", "Outputs/JSONLinesSink", ["RunwayModel", "RunwayPorts", "EventLoop", "JSON", "CLinux"]),
        swift("ExecSink", "Outputs/ExecSink", ["RunwayModel", "RunwayPorts", "EventLoop", "JSON", "CLinux"]),
        swift("JournalSink", "Outputs/JournalSink", ["RunwayModel", "RunwayPorts", "EventLoop", "CLinux"]),
        swift("GPXExport", "Outputs/GPXExport", ["RunwayModel", "XMLWriter"]),

        swift("ControlAPI", "Control/ControlAPI", ["RunwayModel"]),
        swift(
            "ControlServer", "Control/ControlServer",
            ["RunwayModel", "RunwayPorts", "ControlAPI", "EventLoop", "HTTPServer", "JSON"]),

        .executableTarget(
            name: "runwayd",
            dependencies: [
                "RunwayModel", "RunwayCore", "RunwayEngine", "RunwayPorts", "RunwayHub", "RunwayConfiguration",
                "Gpsd", "GpsdInput", "BluetoothInput", "SimulatedInput", "PowerInput", "Recorder", "JSONLinesSink",
                "ExecSink", "JournalSink", "ControlAPI", "ControlServer", "EventLoop",
                "HTTPServer", "JSON", "CLinux",
            ], path: "Sources/Daemon", swiftSettings: lean, linkerSettings: standalone),
        .executableTarget(
            name: "runway",
            dependencies: [
                "RunwayModel", "RunwayCore", "RunwayEngine", "RunwayConfiguration", "ReplayInput", "Recorder",
                "GPXExport", "ControlAPI", "HTTPClient", "JSON", "CLinux",
            ], path: "Sources/CLI", swiftSettings: lean, linkerSettings: standalone),

        shim("CLinux"),
        shim("CGps", links: "gps"),
        shim("CHTTPD", links: "microhttpd"),
        shim("CCurl", links: "curl"),
        library("CSystemd", debian: "libsystemd-dev"),
        library("CSQLite", debian: "libsqlite3-dev"),
        library("CJSONC", debian: "libjson-c-dev"),
        library("CEconf", debian: "libeconf-dev"),
        library("CXMLWriter", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
        swift("EventLoop", "System/EventLoop", ["CLinux", "CSystemd", "RunwayModel"]),
        swift("Bus", "System/Bus", ["CSystemd", "EventLoop", "RunwayModel"]),
        swift("JSON", "System/JSON", ["CJSONC"]),
        swift("Database", "System/Database", ["CSQLite"]),
        swift("Gpsd", "System/Gpsd", ["CGps", "RunwayModel"]),
        swift("HTTPServer", "System/HTTPServer", ["CHTTPD", "EventLoop", "RunwayModel"]),
        swift("HTTPClient", "System/HTTPClient", ["CCurl"]),
        swift("IniFile", "System/IniFile", ["CEconf"]),
        swift("XMLWriter", "System/XMLWriter", ["CXMLWriter"]),

        // Shared by the tests, the demonstration and the benchmark: a simulated runner, receivers' sentences, processes.
        .target(
            name: "TestSupport",
            dependencies: [
                "RunwayModel", "RunwayPorts", "EventLoop", "Bus", "JSON", "CLinux", "CSystemd", "CTestSupport",
            ],
            path: "Tests/Support", exclude: ["Accuracy"], swiftSettings: settings),
        // Simulated receivers, what other programs do with them, and how far each is from the truth.
        .target(
            name: "AccuracySupport", dependencies: ["TestSupport", "RunwayModel", "RunwayCore", "ReplayInput"],
            path: "Tests/Support/Accuracy", swiftSettings: settings),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .executableTarget(
            name: "runway-nmea", dependencies: ["TestSupport", "RunwayModel"], path: "Tests/NMEAFeed",
            swiftSettings: settings),
        .executableTarget(
            name: "runway-bench",
            dependencies: [
                "TestSupport", "AccuracySupport", "RunwayModel", "RunwayEngine", "ReplayInput", "EventLoop",
            ],
            path: "Tests/Bench", swiftSettings: settings),
        test("ModelTests", "ModelTests", ["RunwayModel", "JSON"]),
        test("CoreTests", "CoreTests", ["AccuracySupport", "RunwayModel", "RunwayCore", "RunwayEngine", "JSON"]),
        test("AccuracyTests", "AccuracyTests", ["AccuracySupport", "RunwayModel"]),
        test(
            "FlightTests", "FlightTests",
            [
                "runwayd", "runway", "RunwayModel", "RunwayCore", "RunwayEngine", "Recorder", "ControlAPI", "EventLoop",
                "Database", "HTTPClient", "JSON",
            ]),
        test("InstallTests", "InstallTests", ["runwayd", "runway", "RunwayModel"]),
        test("ReplayTests", "ReplayTests", ["runway", "RunwayModel", "RunwayEngine", "JSON"]),
        test("DatabaseTests", "DatabaseTests", ["Database"]),
        test("RecorderTests", "RecorderTests", ["Recorder", "Database", "EventLoop", "JSON", "recorder-writer"]),
        // Records until it is killed, for the recorder's tests.
        .executableTarget(
            name: "recorder-writer", dependencies: ["Recorder", "EventLoop"], path: "Tests/RecorderWriter",
            swiftSettings: settings),
        test("GpsdTests", "GpsdTests", ["Gpsd", "CGps", "RunwayModel"]),
        test("GpsdInputTests", "GpsdInputTests", ["GpsdInput", "Gpsd", "EventLoop", "RunwayModel"]),
        test("ReplayInputTests", "ReplayInputTests", ["ReplayInput", "Gpsd", "RunwayModel"]),
        test("EventLoopTests", "EventLoopTests", ["EventLoop", "RunwayModel"]),
        test("BusTests", "BusTests", ["Bus", "EventLoop"]),
        test("BluetoothInputTests", "BluetoothInputTests", ["BluetoothInput", "Bus", "EventLoop", "RunwayModel"]),
        test("TestSupportTests", "TestSupportTests", ["EventLoop", "RunwayModel"]),
        test("IniFileTests", "IniFileTests", ["IniFile"]),
        test("SimulatedInputTests", "SimulatedInputTests", ["SimulatedInput", "RunwayModel", "EventLoop"]),
        test("PowerInputTests", "PowerInputTests", ["PowerInput", "RunwayModel", "EventLoop"]),
        test(
            "JSONLinesSinkTests", "JSONLinesSinkTests",
            ["JSONLinesSink", "RunwayModel", "RunwayPorts", "EventLoop", "JSON"]),
        test(
            "ExecSinkTests", "ExecSinkTests", ["ExecSink", "RunwayModel", "RunwayPorts", "EventLoop", "JSON"]),
        test(
            "JournalSinkTests", "JournalSinkTests", ["JournalSink", "RunwayModel", "RunwayPorts", "EventLoop", "JSON"]),
        test("HubTests", "HubTests", ["RunwayHub", "RunwayModel", "RunwayPorts", "EventLoop"]),
        test("GPXExportTests", "GPXExportTests", ["GPXExport", "XMLWriter", "RunwayModel"]),
        test("ConfigurationTests", "ConfigurationTests", ["RunwayConfiguration", "RunwayModel"]),
        test("HTTPServerTests", "HTTPServerTests", ["HTTPServer", "HTTPClient", "CHTTPD", "EventLoop", "RunwayModel"]),
    ],
    swiftLanguageModes: [.v6]
)
