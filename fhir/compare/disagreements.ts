import type { Disagreement } from './disagreement.ts';

const sameId =
  "Both report the id, each at the element that it visits second; HL7's validator visits them in the order of the definitions.";

/** Errors that this validator reports and HL7's does not. */
const oursAlone: readonly Omit<Disagreement, 'side'>[] = [
  {
    id: /^text$/,
    message: /"resourceType" stands twice/,
    right: 'ours',
    reason:
      'json.html: "Property names SHALL be unique". HL7\'s parser reports any other property that stands twice, but not `resourceType`.',
  },
  {
    id: /^reference$/,
    message: / may stand here\. /,
    right: 'ours',
    reason:
      "`ElementDefinition.type.targetProfile` does not allow the type that the address names, [type]/[id] by references.html. HL7's validator looks at the type only if it can resolve the address, which it does inside the body alone.",
  },
  {
    id: /^reference$/,
    message: /which is not a resource type/,
    right: 'ours',
    reason:
      "references.html: a relative reference is [type]/[id]. HL7's validator does not look at an address that it does not follow.",
  },
  {
    id: /^reference$/,
    place: /^Bundle\..*\.reference$/,
    message: /does not resolve: no entry of the (?:message|document) Bundle/,
    right: 'ours',
    reason:
      "A message holds what its MessageHeader refers to (messaging.html). HL7's validator looks only at some of these references.",
  },
  {
    id: /^primitive-format$/,
    place: /\.div$/,
    message: /document type declaration|unquoted attribute|only one root/,
    right: 'ours',
    reason:
      "Narrative.div is XHTML: well-formed XML of one root, and no whole document. HL7's parser skips a document type, accepts an attribute without quotes, and stops after the first root.",
  },
  {
    id: /^primitive-format$/,
    message: /is not a valid id of an element/,
    right: 'ours',
    reason:
      'Element.id: "any string value that does not contain spaces". HL7\'s validator takes such an id for the type id where its published type says so, and elsewhere for any string.',
  },
  {
    id: /^invariant ele-1$/,
    right: 'ours',
    reason:
      'ele-1: "All FHIR elements must have a @value or children", by `children().count() > id.count()`: an id alone is neither. HL7\'s validator applies it only to elements of primitive types.',
  },
  {
    id: /^invariant per-1$/,
    releases: ['5.0.0'],
    right: 'policy',
    reason:
      "By the letter of R5's per-1, two dates without a zone may lie in zones 26 hours apart; here they lie in the same one (fhir-rules.md).",
  },
  {
    id: /^invariant rng-2$/,
    releases: ['5.0.0'],
    right: 'policy',
    reason:
      'rng-2: "low SHALL have a lower value than high". By its expression in R5, 2 may be as little as 1.5 and 1 as much as 1.5, so that 2 to 1 is a range; here it is none, as in R4 (fhir-rules.md).',
  },
  {
    id: /^structure$/,
    message: /^Another element of this resource has the id /,
    what: /^an id of two elements$/,
    right: 'policy',
    reason: sameId,
  },
  {
    id: /^invariant$/,
    place: /^(?:Bundle|Basic|Parameters)\..*\.fullUrl$/,
    message: /^fullUrl: /,
    right: 'ours',
    reason: "Both report the fullUrl, but HL7's validator reports that of any entry at `entry[0]`.",
  },
  {
    id: /^structure$/,
    message: /^The array is empty/,
    right: 'ours',
    reason:
      'json.html: "JSON objects and arrays are never empty". HL7\'s parser accepts an empty array of primitive values.',
  },
];

/** Errors that HL7's validator reports and this one does not, although it judges such things. */
const hl7Alone: readonly Omit<Disagreement, 'side'>[] = [
  {
    id: /^BUNDLE_ENTRY_URL_MATCHES_TYPE_ID$/,
    what: /^a fullUrl of another type$/,
    right: 'policy',
    reason:
      'Bundle.entry.fullUrl: "consistent with the Resource.id"; the definition says nothing about the type. A warning here (fhir-rules.md).',
  },
  {
    id: /^BUNDLE_ENTRY_URL_(?:MATCHES_TYPE_ID|ABSOLUTE)$/,
    place: /entry\[0\]$/,
    right: 'ours',
    reason: "Both report the fullUrl, but HL7's validator reports that of any entry at `entry[0]`.",
  },
  {
    id: /^DUPLICATE_ID$/,
    what: /^an id of two elements$/,
    right: 'policy',
    reason: sameId,
  },
  {
    id: /^BUNDLE_ENTRY_URL_MATCHES_NO_ID$/,
    right: 'policy',
    reason: 'A resource without an id has none that its fullUrl could disagree with.',
  },
  {
    id: /^(?:BUNDLE_BUNDLE_ENTRY_FULLURL_REQUIRED|Bundle_BUNDLE_Entry_NoFullUrl|Bundle_BUNDLE_FullUrl_Missing)$/,
    releases: ['4.0.1', '4.3.0'],
    right: 'policy',
    reason:
      'Bundle.entry.fullUrl "SHALL have a value", with exceptions; no rule holds it before bdl-15 of R5, and an official example has none. Accepted (fhir-rules.md).',
  },
  {
    id: /^BUNDLE_BUNDLE_ENTRY_NOTFOUND_(?:CANNOT|APPARENT)$/,
    right: 'policy',
    reason:
      'A reference that does not resolve in a Bundle is a warning, except in documents and messages (fhir-rules.md).',
  },
  {
    id: /^Bundle_BUNDLE_Entry_NotFound$/,
    message: /\((?:MessageHeader|Composition|Section Entry)\b/,
    right: 'policy',
    reason:
      "Both report that references of the MessageHeader or the Composition do not resolve; HL7's validator counts entries differently.",
  },
  {
    id: /^TYPE_SPECIFIC_CHECKS_CANONICAL_(?:ABSOLUTE|CONTAINED)$/,
    right: 'policy',
    reason:
      'The `url` that a canonical refers to is "an absolute URI", but 59 official examples of 4.0.1 have relative canonicals, and the type allows any URI. Accepted.',
  },
  {
    id: /^CONTAINED_ORPHAN_DOM3$/,
    what: /^(?:a target that the element|a type that|an unknown type beside|spaces? in)/,
    right: 'policy',
    reason:
      'Rules are judged only if the structure is valid: that nothing refers to a contained resource any more is the same defect.',
  },
  {
    id: /^Terminology_TX_Code_ValueSet_MISSING$/,
    what: /^an extension in the place of a value$/,
    right: 'ours',
    reason:
      'json.html: a primitive may have extensions and no value. A binding says which value may stand, not that one must.',
  },
  {
    id: /^$/,
    place: /\.div\.id$/,
    message: /^Unrecognized property 'id'/,
    right: 'policy',
    reason:
      'The definition of xhtml has an id (0..1), which stands in the companion by the general rule of json.html; no page speaks of it. Accepted.',
  },
  {
    id: /^Type_Specific_Checks_DT_OID_Valid$/,
    right: 'ours',
    message: /\(1\.2\.3\)/,
    reason:
      "The pattern of an OID is `urn:oid:[0-2](\\.(0|[1-9][0-9]*))+`, which urn:oid:1.2.3 matches. HL7's validator wants more parts.",
  },
  {
    id: /^Type_Specific_Checks_DT_OID_Valid$/,
    right: 'policy',
    message: /\(X\.Y\.Z\)/,
    reason:
      'An official example of 4.0.1 has the placeholder urn:oid:X.Y.Z. Only the type oid has a pattern; a uri may be any URI.',
  },
  {
    id: /^Type_Specific_Checks_DT_UUID_Valid$/,
    message: /[A-F]/,
    right: 'policy',
    reason:
      'RFC 4122: a UUID is read in upper case as well, and official examples have such URIs. Only the type uuid demands lower case.',
  },
  {
    id: /^Type_Specific_Checks_DT_Code_WS$/,
    place: /^CodeSystem\.concept\[\d+\]\.code$/,
    message: /\u00a0/,
    right: 'policy',
    reason:
      "An official example has codes that end with a no-break space, which is not white space by XML's reading of `\\s` in the pattern of codes.",
  },
  {
    id: /^TYPE_SPECIFIC_CHECKS_DT_ATT_B64_DECODE_FAIL$/,
    releases: ['4.0.1', '4.3.0'],
    message: /Illegal base64 character 20/,
    right: 'ours',
    reason:
      'The pattern of base64Binary, `(\\s*([0-9a-zA-Z\\+/=]){4}\\s*)+`, allows white space in these releases.',
  },
  {
    id: /^TYPE_SPECIFIC_CHECKS_DT_IDENTIFIER_IETF_SYSTEM_VALUE$/,
    right: 'policy',
    reason:
      'That the value of an identifier of urn:ietf:rfc:3986 is a whole URI is a convention that no rule states and official examples break.',
  },
  {
    id: /^(?:VALUESET_REFERENCE_INVALID_TYPE_NO_VERSION_1|VALUESET_INCLUDE_SYSTEM_ABSOLUTE(?:_FRAG)?|Terminology_TX_System_Relative|Type_Specific_Checks_DT_Identifier_System)$/,
    right: 'policy',
    reason:
      'The definition of ValueSet.compose.include.system says "an absolute URI"; no rule holds it there, in identifiers or in codings, and official examples break it. Accepted.',
  },
  {
    id: /^BUNDLE_LINK_SEARCH_NO_DUPLICATES$/,
    right: 'policy',
    reason:
      'Bundle.link: "A series of links that provide context to this bundle". No rule says that their relations differ.',
  },
  {
    id: /\/Parameters#inv-1$/,
    place: /^Parameters\.parameter\[0\]$/,
    what: /^(?:an element that is|two elements that are) dropped$/,
    right: 'ours',
    reason:
      'inv-1 asks `resource.exists()`: "Returns true if the collection has any elements" (FHIRPath). A resource that has lost all its elements is there; HL7\'s validator takes it for absent, although it calls it valid by itself.',
  },
  {
    id: /#rng-2$/,
    place: /Range$/,
    right: 'ours',
    reason:
      'Quantity.unit is "a human-readable form of the unit": quantities of one code are compared regardless of it. HL7\'s validator fails to compare them.',
  },
  {
    id: /^Reference_REF_Format2$/,
    message: /^Relative URLs must be of the format/,
    right: 'policy',
    reason:
      'Official examples of 5.0.0 have relative references without a type. Accepted; a type that does not exist is an error.',
  },
];

/** What one judge reports and the other does not; a disagreement without a row fails the comparison, and the reverse. */
export const disagreements: readonly Disagreement[] = [
  ...oursAlone.map((row) => ({ side: 'ours', ...row }) as const),
  ...hl7Alone.map((row) => ({ side: 'hl7', ...row }) as const),
];
