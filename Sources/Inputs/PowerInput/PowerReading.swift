// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// All that the class tells at one time.
struct PowerReading: Equatable, Sendable {
    /// So many supplies are looked at; the most that is known of one machine is about a dozen, sockets included.
    static let limit = 32

    /// The batteries that are the device's, in the order of their names.
    var charges: [BatteryCharge] = []
    /// Folders in the class.
    var supplies = 0
    /// Batteries that did not answer, or the class itself.
    var unreadable = 0
    /// Batteries that said what cannot be.
    var implausible = 0
    /// Supplies beyond the limit.
    var leftOut = 0

    var battery: Battery? { Battery(charges) }

    /// Whether each battery told its charge.
    var isWhole: Bool { unreadable == 0 && implausible == 0 }

    init() {}

    /// Reads a class folder. It blocks as long as the drivers do: one battery's attributes take an ACPI driver 0.7 ms in an
    /// emulated machine, a gauge on a slow I²C bus some ms each, and one that hangs a second or more.
    /// - Parameter name: the one supply to look at; nil for all.
    init(folder: String, name: String?) {
        guard let names = names(in: folder) else { return }
        for each in names where name == nil || name == each {
            let supply = PowerSupply(each, in: folder)
            switch supply.answer(isChosen: name != nil) {
            case .notOurs, .empty: break
            case .unreadable: unreadable += 1
            case .implausible: implausible += 1
            case .charge(let charge): charges.append(charge)
            }
        }
        if charges.count > 1 { readEnergies(in: folder) }
    }

    /// They are asked for only where they are needed.
    private mutating func readEnergies(in folder: String) {
        let all = charges
        charges = []
        for var charge in all {
            do throws(PowerSupply.Refusal) {
                charge.energy = try PowerSupply(charge.supply, in: folder).energy()
                charges.append(charge)
            } catch {
                // Without it the others would be weighed otherwise than a moment ago.
                unreadable += 1
            }
        }
    }

    /// Sorted; nil when the class cannot be read. A kernel without the class has none.
    private mutating func names(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else {
            if errno != ENOENT { unreadable = 1 }
            return nil
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            supplies += 1
            if names.count < PowerReading.limit { names.append(name) } else { leftOut += 1 }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
