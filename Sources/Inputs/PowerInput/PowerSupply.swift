// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One supply of the kernel's power_supply class, a folder of attributes.
///
/// What is relied on stands in the kernel's Documentation/ABI/testing/sysfs-class-power and
/// Documentation/power/power_supply_class.rst: `type` is there always, any other attribute may be absent; `capacity` is
/// in percent, `charge_…` in µAh, `energy_…` in µWh; words are written as listed there. Drivers keep to it more or less,
/// so each value is checked.
struct PowerSupply {
    enum Answer: Equatable {
        /// No battery, or that of a peripheral such as a mouse.
        case notOurs
        /// A place for a battery, with none in it.
        case empty
        /// The driver did not answer.
        case unreadable
        /// It says something that cannot be.
        case implausible
        case charge(BatteryCharge)
    }

    /// Ends the reading of a supply with what it comes to.
    struct Refusal: Error {
        let answer: Answer
    }

    let name: String
    private let folder: String

    init(_ name: String, in folder: String) {
        self.name = name
        self.folder = folder + "/" + name
    }

    /// - Parameter isChosen: whether a person named it; then it is the device's, whatever its scope.
    func answer(isChosen: Bool) -> Answer {
        do throws(Refusal) {
            guard try word("type") == "Battery" else { return .notOurs }
            // Absent, System or Unknown it is the device's: few drivers of built-in batteries say a scope at all, all
            // those of peripherals do.
            if !isChosen, try word("scope") == "Device" { return .notOurs }
            if try number("present") == 0 { return .empty }
            guard let percent = try capacity() else { return .implausible }
            return .charge(BatteryCharge(supply: name, percent: percent, isCharging: isCharging))
        } catch {
            return error.answer
        }
    }

    /// What is in it and what it holds when it is full; nil when it does not tell both, or tells what cannot be.
    /// - Throws: when the driver does not answer.
    func energy() throws(Refusal) -> BatteryCharge.Energy? {
        do throws(Refusal) {
            return try quantity("energy").flatMap { $0.part == nil ? nil : $0 }
        } catch {
            if error.answer == .implausible { return nil }
            throw error
        }
    }

    /// 0…100; nil when nothing tells it.
    ///
    /// 1. `capacity`, the gauge's own reckoning, is taken as it is.
    /// 2. Without it, what is left of what the battery holds when full: `charge_now` of `charge_full`, else `energy_now`
    ///    of `energy_full`.
    /// 3. Without these, `capacity_level`, whose five words come from gauges that know no more, often by a threshold of the
    ///    voltage. Each stands as one number that lies where drivers use the word: Critical 5, Low 15, Normal 50, High 75,
    ///    Full 100. Only the lower two are meant to be acted upon; the others are told so that Low ends.
    private func capacity() throws(Refusal) -> Int? {
        if let percent = try number("capacity") {
            guard percent <= 100 else { throw Refusal(answer: .implausible) }
            return percent
        }
        for kind in ["charge", "energy"] {
            guard let quantity = try quantity(kind) else { continue }
            guard let part = quantity.part else { throw Refusal(answer: .implausible) }
            return Int((part * 100).rounded())
        }
        switch try word("capacity_level") {
        case "Critical": return 5
        case "Low": return 15
        case "Normal": return 50
        case "High": return 75
        case "Full": return 100
        default: return nil
        }
    }

    /// A full battery is at a charger, as far as its driver knows; one that is not charging may be at one as well, and too
    /// hot. A status that cannot be had leaves the charge as it is.
    private var isCharging: Bool? {
        switch SupplyAttribute(path: folder + "/status") {
        case .text("Charging"), .text("Full"): true
        case .text("Discharging"), .text("Not charging"): false
        default: nil
        }
    }

    private func quantity(_ kind: String) throws(Refusal) -> BatteryCharge.Energy? {
        guard let now = try number(kind + "_now"), let full = try number(kind + "_full") else { return nil }
        return BatteryCharge.Energy(now: now, full: full)
    }

    /// A whole number that is not negative; nil when the attribute is absent.
    private func number(_ attribute: String) throws(Refusal) -> Int? {
        guard let word = try word(attribute) else { return nil }
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word) else {
            throw Refusal(answer: .implausible)
        }
        return number
    }

    private func word(_ attribute: String) throws(Refusal) -> String? {
        switch SupplyAttribute(path: folder + "/" + attribute) {
        case .absent: return nil
        case .unreadable: throw Refusal(answer: .unreadable)
        case .garbage: throw Refusal(answer: .implausible)
        case .text(let text): return text
        }
    }
}
