// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import Foundation

/// What bluetoothd and a client of it said to each other over a real system bus, as `busctl monitor --json=short` wrote
/// it down.
public struct BluezRecording: Sendable {
    enum Step: Sendable {
        /// The client called; the number is the call's.
        case call(Int, path: String, interface: String, member: String)
        case reply(to: Int, String, [BusValue])
        case error(to: Int, name: String, text: String)
        case signal(path: String, interface: String, member: String, String, [BusValue])
        /// bluetoothd came to the bus, or left it.
        case owner(Bool)
    }

    public struct Unreadable: Error, CustomStringConvertible {
        public let file: String
        public let line: Int
        public let why: String

        public var description: String { "\(file):\(line): \(why)" }
    }

    private static let service = "org.bluez"
    private static let bus = "org.freedesktop.DBus"

    let steps: [Step]
    /// Whether bluetoothd was on the bus when the recording began.
    let beginsWithOwner: Bool

    /// - Parameter name: of a file in Tests/Fixtures/bluez, without its ending.
    public init(named name: String) throws {
        try self.init(file: Resources.packageRoot.appendingPathComponent("Tests/Fixtures/bluez/\(name).jsonl"))
    }

    /// - Throws: `Unreadable` with the place of what is no recording.
    public init(file: URL) throws {
        var reader = Reader()
        for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").enumerated() {
            do {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let message = object as? [String: Any] else { throw Problem(text: "is no object") }
                try reader.take(message)
            } catch {
                throw Unreadable(file: file.lastPathComponent, line: index + 1, why: "\(error)")
            }
        }
        steps = reader.steps
        beginsWithOwner =
            reader.steps.lazy.compactMap { step in if case .owner(let isThere) = step { !isThere } else { nil } }.first
            ?? true
    }

    fileprivate struct Problem: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    private struct Reader {
        var steps: [Step] = []
        /// The calls to bluetoothd that wait for an answer, by caller and cookie.
        var open: [String: Int] = [:]
        var calls = 0

        mutating func take(_ message: [String: Any]) throws {
            func text(_ key: String) -> String { message[key] as? String ?? "" }
            func number(_ key: String) -> Int { message[key] as? Int ?? -1 }
            let path = text("path")
            switch text("type") {
            case "method_call":
                guard text("destination") == BluezRecording.service else { return }
                open["\(text("sender")) \(number("cookie"))"] = calls
                steps.append(.call(calls, path: path, interface: text("interface"), member: text("member")))
                calls += 1
            case "method_return":
                guard let call = open.removeValue(forKey: answered(message)) else { return }
                let (signature, values) = try payload(message)
                steps.append(.reply(to: call, signature, values))
            case "error", "method_error":
                guard let call = open.removeValue(forKey: answered(message)) else { return }
                let words = try payload(message).values.first?.text ?? ""
                steps.append(.error(to: call, name: errorName(message), text: words))
            case "signal" where text("sender") == BluezRecording.bus:
                let (_, values) = try payload(message)
                guard text("member") == "NameOwnerChanged", values.first?.text == BluezRecording.service else { return }
                steps.append(.owner(values[2].text != ""))
            case "signal"
            where path.hasPrefix("/org/bluez") || text("interface") == "\(BluezRecording.bus).ObjectManager":
                let (signature, values) = try payload(message)
                steps.append(
                    .signal(
                        path: path, interface: text("interface"), member: text("member"), signature, values))
            default: break
            }
        }

        private func answered(_ message: [String: Any]) -> String {
            "\(message["destination"] as? String ?? "") \(message["reply_cookie"] as? Int ?? -1)"
        }

        private func errorName(_ message: [String: Any]) -> String {
            (message["error_name"] ?? message["errorName"] ?? message["error"]) as? String ?? ""
        }

        private func payload(_ message: [String: Any]) throws -> (signature: String, values: [BusValue]) {
            guard let payload = message["payload"] as? [String: Any], let signature = payload["type"] as? String,
                let data = payload["data"] as? [Any]
            else { throw Problem(text: "has no payload") }
            return (signature, try values(signature, data))
        }

        private func values(_ signature: String, _ data: [Any]) throws -> [BusValue] {
            let types = try BusType.split(signature)
            guard types.count == data.count else { throw Problem(text: "\(data.count) values of \(signature)") }
            return try zip(types, data).map { try value($0, $1) }
        }

        private func value(_ type: BusType, _ data: Any) throws -> BusValue {
            switch (Character(Unicode.Scalar(type.code)), data) {
            case ("b", let data as NSNumber): return .boolean(data.boolValue)
            case ("d", let data as NSNumber): return .double(data.doubleValue)
            case ("y", let data as NSNumber), ("n", let data as NSNumber), ("q", let data as NSNumber),
                ("i", let data as NSNumber), ("u", let data as NSNumber), ("x", let data as NSNumber),
                ("t", let data as NSNumber):
                return .integer(data.int64Value)
            case ("s", let data as String), ("o", let data as String), ("g", let data as String): return .text(data)
            case ("v", let data as [String: Any]):
                guard let signature = data["type"] as? String, let inner = data["data"] else { break }
                return .variant(signature, try values(signature, [inner])[0])
            case ("a", let data as [NSNumber]) where type.contents == "y": return .bytes(data.map(\.uint8Value))
            case ("a", let data as [String: Any]):
                guard let entry = try BusType.split(type.contents).first else { break }
                let value = try BusType.split(entry.contents)[1]
                return .dictionary(try data.mapValues { try self.value(value, $0) })
            case ("a", let data as [Any]): return .array(try data.map { try values(type.contents, [$0])[0] })
            case ("r", let data as [Any]): return .array(try values(type.contents, data))
            default: break
            }
            throw Problem(text: "\(data) is not of type \(type)")
        }
    }
}
