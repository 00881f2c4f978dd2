// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CXMLWriter

/// Writes an XML document into memory, by libxml2's text writer. It owns the writer and its buffer, and frees both.
///
/// Text and attribute values are escaped. Characters that XML 1.0 does not have, such as control characters, become
/// U+FFFD. Names of elements and attributes are the caller's to get right.
public struct XMLWriter: ~Copyable {
    private let buffer: xmlBufferPtr
    private let writer: OpaquePointer

    /// Begins a document in UTF-8, indented by one space.
    public init() throws(XMLWriterError) {
        let made = try XMLWriter.begin()
        buffer = made.buffer
        writer = made.writer
    }

    private static func begin() throws(XMLWriterError) -> (buffer: xmlBufferPtr, writer: OpaquePointer) {
        guard let buffer = xmlBufferCreate() else { throw XMLWriterError(call: "xmlBufferCreate") }
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
            xmlBufferFree(buffer)
            throw XMLWriterError(call: "xmlNewTextWriterMemory")
        }
        guard xmlTextWriterSetIndent(writer, 1) >= 0, xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0 else {
            xmlFreeTextWriter(writer)
            xmlBufferFree(buffer)
            throw XMLWriterError(call: "xmlTextWriterStartDocument")
        }
        return (buffer, writer)
    }

    deinit {
        // The writer still flushes into the buffer when it is freed.
        xmlFreeTextWriter(writer)
        xmlBufferFree(buffer)
    }

    /// Begins an element; what follows is inside it until `close`.
    /// - Parameter attributes: written in this order.
    public func open(_ name: String, _ attributes: [(name: String, value: String)] = []) throws(XMLWriterError) {
        try check(xmlTextWriterStartElement(writer, name), "xmlTextWriterStartElement")
        for attribute in attributes {
            try check(
                xmlTextWriterWriteAttribute(writer, attribute.name, allowed(attribute.value)),
                "xmlTextWriterWriteAttribute")
        }
    }

    /// Writes an element that holds nothing but text.
    public func element(_ name: String, _ text: String) throws(XMLWriterError) {
        try check(xmlTextWriterWriteElement(writer, name, allowed(text)), "xmlTextWriterWriteElement")
    }

    /// Ends the element that was opened last.
    public func close() throws(XMLWriterError) {
        try check(xmlTextWriterEndElement(writer), "xmlTextWriterEndElement")
    }

    /// Ends what is open and the document. Nothing is to be written afterwards.
    /// - Returns: the whole document.
    public func finish() throws(XMLWriterError) -> [UInt8] {
        try check(xmlTextWriterEndDocument(writer), "xmlTextWriterEndDocument")
        try check(xmlTextWriterFlush(writer), "xmlTextWriterFlush")
        return Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
    }
}

/// A call to libxml2 that failed: memory is out, or elements are closed that were not opened.
public struct XMLWriterError: Error, Hashable, Sendable, CustomStringConvertible {
    public let call: String

    public var description: String { "\(call) failed; free some memory and try again" }
}

private func check(_ result: CInt, _ call: String) throws(XMLWriterError) {
    if result < 0 { throw XMLWriterError(call: call) }
}

/// libxml2 would write any character, and readers refuse the document then.
private func allowed(_ text: String) -> String {
    let isAllowed = { (scalar: Unicode.Scalar) in
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
        default: false
        }
    }
    if text.unicodeScalars.allSatisfy(isAllowed) { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }))
}
