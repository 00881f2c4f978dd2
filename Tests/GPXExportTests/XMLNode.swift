// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import FoundationXML

/// A parsed document, with each element's namespace.
final class XMLNode {
    let name: String
    let namespace: String?
    let attributes: [String: String]
    var children: [XMLNode] = []
    var text = ""

    init(_ name: String, _ namespace: String?, _ attributes: [String: String]) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
    }

    /// - Throws: when the document is not well-formed.
    static func parse(_ bytes: [UInt8]) throws -> XMLNode {
        let parser = XMLParser(data: Data(bytes))
        parser.shouldProcessNamespaces = true
        let builder = Builder()
        parser.delegate = builder
        guard parser.parse(), let root = builder.root else {
            throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
        }
        return root
    }

    func all(_ name: String) -> [XMLNode] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    private final class Builder: NSObject, XMLParserDelegate {
        var root: XMLNode?
        private var open: [XMLNode] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = XMLNode(name, namespaceURI, attributes)
            open.last?.children.append(node)
            if root == nil { root = node }
            open.append(node)
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            open.last?.text += text
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            open.removeLast()
        }
    }
}
