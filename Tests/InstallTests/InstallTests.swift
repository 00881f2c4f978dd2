// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport
import Testing

/// `make install` into an empty tree, and what systemd and udev make of it.
@Suite(.enabled(if: Installation.isPossible, "make, systemd or udev is not installed"))
struct InstallTests {
    @Test func everythingIsWhereItBelongs() async throws {
        let tree = try await Installation(prefix: "/usr")
        let files: Set<String> = [
            "usr/bin/runwayd", "usr/bin/runway", "usr/lib/systemd/system/runwayd.service",
            "usr/lib/sysusers.d/runwayd.conf", "usr/lib/tmpfiles.d/runwayd.conf",
            "usr/lib/systemd/catalog/runwayd.catalog", "usr/lib/udev/rules.d/70-runwayd-receivers.rules",
            "usr/share/doc/runwayd/README.md",
            "usr/share/doc/runwayd/CHANGELOG.md", "usr/share/doc/runwayd/LICENSE",
            "usr/share/doc/runwayd/runwayd.conf", "usr/share/doc/runwayd/openapi.yaml",
            "usr/share/doc/runwayd/sinks.md", "usr/share/doc/runwayd/time.md",
            "usr/share/doc/runwayd/navigation.md", "usr/share/doc/runwayd/missions.md",
            "usr/share/doc/runwayd/alerts.md",
            "usr/share/doc/runwayd/examples/speak.py",
            "usr/share/doc/runwayd/examples/call-log.sh", "usr/share/doc/runwayd/examples/audio.conf",
            "usr/share/doc/runwayd/examples/remote-gpsd.conf",
        ]
        #expect(tree.files.isSuperset(of: files))
        for file in tree.files {
            let isProgram = file.hasPrefix("usr/bin/") || file.hasSuffix(".py") || file.hasSuffix(".sh")
            let mode = try FileManager.default.attributesOfItem(atPath: tree.path(file))[.posixPermissions] as? Int
            #expect(mode == (isProgram ? 0o755 : 0o644), "\(file)")
        }
        for folder in tree.folders {
            let mode = try FileManager.default.attributesOfItem(atPath: tree.path(folder))[.posixPermissions] as? Int
            #expect(mode == 0o755, "\(folder)")
        }
        #expect(try tree.text("usr/lib/systemd/system/runwayd.service").contains("\nExecStart=/usr/bin/runwayd\n"))

        try await tree.make("uninstall", prefix: "/usr")
        #expect(tree.files.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: tree.path("usr/share/doc/runwayd")))
    }

    /// What they name is where it was put.
    @Test(arguments: ["/usr", "/opt/runway"])
    func thePagesAndTheExamplesNameThePrefix(prefix: String) async throws {
        let tree = try await Installation(prefix: prefix)
        for file in ["runwayd.conf", "sinks.md", "examples/speak.py", "examples/call-log.sh"] {
            let text = try tree.text("\(prefix.dropFirst())/share/doc/runwayd/\(file)")
            #expect(!text.contains("/usr/local/share/"), "\(file)")
            #expect(text.contains(" \(prefix)/share/doc/runwayd/examples/"), "\(file)")
        }
    }

    @Test(arguments: ["PREFIX=/opt/my runway", "PREFIX=/opt/a|b", "PREFIX=/opt/a&b", "BUILT=/home/a b", "BUILT=a:b"])
    func pathsThatItCannotTakeApartAreRefused(_ setting: String) async throws {
        let folder = try TemporaryFolder()
        for target in ["install", "uninstall"] {
            let outcome = try await run(
                "make", ["-s", target, "DESTDIR=\(folder.path)", setting], in: Resources.packageRoot.path)
            #expect(outcome.ending != .exited(0))
            #expect(outcome.errors.contains("'\(setting.drop { $0 != "=" }.dropFirst())' has a space"), "\(outcome)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// Without its unit, systemd could no longer disable it.
    @Test func uninstallAsksForAServiceThatIsTakenOutOfService() async throws {
        let folder = try TemporaryFolder()
        _ = try await Installation(prefix: folder.path("usr"), destination: "")
        let unit = folder.path("usr/lib/systemd/system/runwayd.service")
        // Stands in systemd's place, where it does not run.
        try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
        let systemctl = try folder.write(
            "bin/systemctl", "#!/bin/sh\n[ \"$1\" != show ] || echo \(unit)\n[ ! -e \(folder.path("disabled")) ]\n")
        chmod(systemctl, 0o755)
        let path = folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        func uninstall() async throws -> Outcome {
            try await run(
                "make", ["-s", "uninstall", "PREFIX=\(folder.path("usr"))"], in: Resources.packageRoot.path,
                environment: ["PATH": path])
        }
        let refused = try await uninstall()
        #expect(refused.ending != .exited(0))
        #expect(refused.errors.contains("systemctl disable --now runwayd"))
        #expect(FileManager.default.fileExists(atPath: unit))
        try folder.write("disabled", "")
        let done = try await uninstall()
        #expect(done.ending == .exited(0), "\(done)")
        #expect(!FileManager.default.fileExists(atPath: unit))
    }

    @Test func uninstallLeavesWhatIsNotItsOwn() async throws {
        let tree = try await Installation(prefix: "/usr/local")
        try Data().write(to: URL(fileURLWithPath: tree.path("usr/local/share/doc/runwayd/notes")))
        try Data().write(to: URL(fileURLWithPath: tree.path("usr/local/bin/other")))
        try await tree.make("uninstall", prefix: "/usr/local")
        #expect(tree.files == ["usr/local/share/doc/runwayd/notes", "usr/local/bin/other"])
    }

    @Test func withoutABuildItSaysWhatToDo() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await run(
            "make", ["-s", "install", "DESTDIR=\(folder.path)", "BUILT=\(folder.path)"],
            in: Resources.packageRoot.path)
        #expect(outcome.ending != .exited(0))
        #expect(outcome.errors.contains("make"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// With the prefix in the tree itself, so that systemd finds the program.
    @Test func systemdTakesTheUnitWithoutAWord() async throws {
        let folder = try TemporaryFolder()
        let tree = try await Installation(prefix: folder.path("usr"), destination: "")
        let unit = folder.path("usr/lib/systemd/system/runwayd.service")
        let text = try String(contentsOfFile: unit, encoding: .utf8)
        #expect(text.contains("ExecStart=\(folder.path)/usr/bin/runwayd\n"))
        #expect(tree.said.contains("systemctl daemon-reload"))
        let verified = try await run("systemd-analyze", ["verify", "--recursive-errors=no", unit])
        #expect(verified.ending == .exited(0))
        let complaints = (verified.output + "\n" + verified.errors).split(separator: "\n").filter {
            $0.contains("runwayd")
        }
        #expect(complaints.isEmpty)
    }

    @Test func theServiceIsNotExposed() async throws {
        let tree = try await Installation(prefix: "/usr")
        let outcome = try await run(
            "systemd-analyze",
            [
                "security", "--offline=true", "--threshold=15", "--no-pager",
                tree.path("usr/lib/systemd/system/runwayd.service"),
            ])
        #expect(outcome.ending == .exited(0), "\(outcome.output)")
        #expect(outcome.output.contains("Overall exposure level"), "\(outcome)")
    }

    /// The drop-ins open what they say, and only that.
    @Test(arguments: ["audio.conf", "remote-gpsd.conf"])
    func aDropInIsUnderstood(_ name: String) async throws {
        let folder = try TemporaryFolder()
        _ = try await Installation(prefix: folder.path("usr"), destination: "")
        let units = folder.path("usr/lib/systemd/system")
        try FileManager.default.createDirectory(
            atPath: units + "/runwayd.service.d", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: folder.path("usr/share/doc/runwayd/examples/\(name)"), toPath: units + "/runwayd.service.d/\(name)")
        let verified = try await run(
            "systemd-analyze", ["verify", "--recursive-errors=no", units + "/runwayd.service"])
        #expect(verified.ending == .exited(0))
        #expect(!(verified.output + verified.errors).contains("runwayd"), "\(verified)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make users, be it in a tree"))
    func userGroupsAndFoldersAreMade() async throws {
        let tree = try await Installation(prefix: "/usr")
        try FileManager.default.createDirectory(atPath: tree.path("etc"), withIntermediateDirectories: true)
        let made = try await run("systemd-sysusers", ["--root=\(tree.folder.path)", "runwayd.conf"])
        #expect(made.ending == .exited(0), "\(made)")
        let groups = try tree.table("etc/group")
        let user = try #require(try tree.table("etc/passwd")["runwayd"])
        #expect(groups["bluetooth"]?.last == "runwayd")
        let group = try #require(groups["runway"]?[2])
        #expect(user[3] == group)
        #expect(user[5...] == ["/var/lib/runwayd", "/usr/sbin/nologin"])

        // The names in tmpfiles.d are the machine's, not the tree's.
        let numbers = try tree.text("usr/lib/tmpfiles.d/runwayd.conf")
            .replacingOccurrences(of: " runwayd runway ", with: " \(user[2]) \(group) ")
        let settings = try tree.folder.write("numbers.conf", numbers)
        let created = try await run("systemd-tmpfiles", ["--root=\(tree.folder.path)", "--create", settings])
        #expect(created.ending == .exited(0), "\(created)")
        var status = stat()
        #expect(stat(tree.path("var/lib/runwayd"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o750)
        #expect([String(status.st_uid), String(status.st_gid)] == [user[2], group])
        #expect(stat(tree.path("etc/runwayd/conf.d"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o755)
    }

    @Test(.enabled(if: Installation.canVerifyRules, "this udev cannot verify rules: it is older than 254"))
    func udevTakesTheRules() async throws {
        let tree = try await Installation(prefix: "/usr")
        let verified = try await run(
            "udevadm", ["verify", tree.path("usr/lib/udev/rules.d/70-runwayd-receivers.rules")])
        #expect(verified.ending == .exited(0), "\(verified)")
    }
}
