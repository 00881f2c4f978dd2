// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension UTCTime {
    /// ISO 8601 in UTC with milliseconds, for example `2026-05-01T06:30:00.250Z`.
    public var iso8601: String { iso8601(digits: 3) }

    /// ISO 8601 in UTC without a fraction, for example `2026-05-01T06:30:00Z`; rounded down.
    public var iso8601Seconds: String { iso8601(digits: 0) }

    /// ISO 8601 in UTC with 3, 6 or 9 digits after the point: as few as lose nothing.
    public var iso8601Exact: String {
        iso8601(digits: nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1000 == 0 ? 6 : 9)
    }

    /// Reads `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh:mm)`; nil for anything else.
    public init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip(" "),
            let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2), reader.skip(":"),
            let second = reader.digits(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction: Int64
        if reader.skip(".") {
            guard let nanoseconds = reader.fractionInNanoseconds() else { return nil }
            fraction = nanoseconds
        } else {
            fraction = 0
        }
        guard let offset = reader.offsetInSeconds(), reader.isAtEnd else { return nil }
        let days = UTCTime.daysSince1970(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset)
        // Int64 nanoseconds reach from 1678 to 2261; a receiver's nonsense beyond that is no time.
        guard abs(seconds) < 9_000_000_000 else { return nil }
        self.init(nanoseconds: seconds * 1_000_000_000 + fraction)
    }

    /// Year, month (1–12) and day (1–31) in UTC.
    public var civilDate: (year: Int, month: Int, day: Int) {
        UTCTime.civil(daysSince1970: Int(secondsFloor.dividedFloor(by: 86_400)))
    }

    private var secondsFloor: Int64 { nanoseconds.dividedFloor(by: 1_000_000_000) }

    private func iso8601(digits: Int) -> String {
        let seconds = secondsFloor
        let date = civilDate
        let inDay = Int(seconds - seconds.dividedFloor(by: 86_400) * 86_400)
        var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
        text += "\(padded(inDay / 3600, 2)):\(padded(inDay / 60 % 60, 2)):\(padded(inDay % 60, 2))"
        if digits > 0 {
            text += "." + padded(Int(nanoseconds - seconds * 1_000_000_000), 9).prefix(digits)
        }
        return text + "Z"
    }

    // The two conversions follow the era arithmetic of H. Hinnant, "chrono-Compatible Low-Level Date Algorithms":
    // an era is 400 years of 146 097 days, and a year begins in March so that the leap day is its last.

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = Int(Int64(year).dividedFloor(by: 400))
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = Int(Int64(shifted).dividedFloor(by: 146_097))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

private func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Int64 {
    fileprivate func dividedFloor(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Reads fixed-width numbers from the bytes of a timestamp.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// One to any number of digits after the point; those past the ninth are dropped.
    mutating func fractionInNanoseconds() -> Int64? {
        guard var value = digit().map(Int64.init) else { return nil }
        var places = 1
        while let next = digit() {
            if places < 9 {
                value = value * 10 + Int64(next)
                places += 1
            }
        }
        while places < 9 {
            value *= 10
            places += 1
        }
        return value
    }

    mutating func offsetInSeconds() -> Int? {
        if skip("Z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), skip(":"), let minutes = digits(2) else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}
