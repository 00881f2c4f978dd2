// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How one kind of section is read.
protocol SectionRule: Sendable {
    var section: String { get }
    var isNamed: Bool { get }
    var description: Schema.SectionDescription { get }

    func apply(_ section: GivenSection, to configuration: inout Configuration, _ errors: inout [ConfigurationError])
}

/// A key: its name, how to write its default (nil when it must be given), what it is for, and how to take its value.
struct Key<Target>: Sendable {
    let name: String
    let fallback: String?
    let help: String
    let set: @Sendable (inout Target, String) throws(ValueError) -> Void

    init<V>(
        _ name: String, _ fallback: String?, _ help: String, _ path: any WritableKeyPath<Target, V> & Sendable,
        _ parse: @escaping @Sendable (String) throws(ValueError) -> V
    ) {
        self.name = name
        self.fallback = fallback
        self.help = help
        set = { target, text throws(ValueError) in target[keyPath: path] = try parse(text) }
    }

    /// A key whose value only decides which other keys there are.
    init(
        _ name: String, _ fallback: String?, _ help: String,
        check: @escaping @Sendable (String) throws(ValueError) -> Void
    ) {
        self.name = name
        self.fallback = fallback
        self.help = help
        set = { _, text throws(ValueError) in try check(text) }
    }

    var description: Schema.KeyDescription { .init(name: name, fallback: fallback, help: help) }
}

/// A section that stands once: its keys set what has defaults already.
struct SingleSection<Target>: SectionRule {
    let section: String
    let isNamed = false
    private let target: any WritableKeyPath<Configuration, Target> & Sendable
    private let keys: [Key<Target>]

    init(_ section: String, _ target: any WritableKeyPath<Configuration, Target> & Sendable, _ keys: [Key<Target>]) {
        self.section = section
        self.target = target
        self.keys = keys
    }

    var description: Schema.SectionDescription {
        .init(section: section, isNamed: false, keys: keys.map(\.description))
    }

    func apply(_ section: GivenSection, to configuration: inout Configuration, _ errors: inout [ConfigurationError]) {
        section.set(keys, in: &configuration[keyPath: target], &errors)
    }
}

/// What the keys of a named section are collected in.
protocol SectionDraft {
    init()

    /// Adds what was collected. Called when every key that must be given was given and is right.
    /// - Throws: `ValueError` when the whole makes no sense; its message follows the section's header.
    func finish(_ name: String, _ configuration: inout Configuration) throws(ValueError)
}

/// What further keys a section has when one key has a certain value.
struct Variant<Target>: Sendable {
    let word: String
    let keys: [Key<Target>]
    /// What the word alone says.
    let preset: @Sendable (inout Target) -> Void

    init(_ word: String, _ keys: [Key<Target>], preset: @escaping @Sendable (inout Target) -> Void = { _ in }) {
        self.word = word
        self.keys = keys
        self.preset = preset
    }
}

/// A section that stands any number of times, each with a name of its own.
struct NamedSection<Draft: SectionDraft>: SectionRule {
    let section: String
    let isNamed = true
    private let keys: [Key<Draft>]
    private let selector: String?
    private let variants: [Variant<Draft>]

    init(_ section: String, _ keys: [Key<Draft>], variants: (key: String, list: [Variant<Draft>])? = nil) {
        self.section = section
        self.keys = keys
        selector = variants?.key
        self.variants = variants?.list ?? []
    }

    var description: Schema.SectionDescription {
        .init(section: section, isNamed: true, keys: (keys + variants.flatMap(\.keys)).map(\.description))
    }

    func apply(_ section: GivenSection, to configuration: inout Configuration, _ errors: inout [ConfigurationError]) {
        let word = selector.flatMap { section.entries[$0]?.value }
        let variant = variants.first { $0.word == word }
        // Without a variant its keys cannot be judged; the selector's own error says what to do.
        let others = variant == nil ? Set(variants.flatMap(\.keys).map(\.name)) : []
        var draft = Draft()
        variant?.preset(&draft)
        let before = errors.count
        section.set(keys + (variant?.keys ?? []), in: &draft, &errors, ignoring: others)
        guard errors.count == before else { return }
        do throws(ValueError) {
            try draft.finish(section.name, &configuration)
        } catch {
            errors.append(section.error(error))
        }
    }
}
