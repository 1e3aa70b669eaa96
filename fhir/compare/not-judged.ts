import type { NotJudged } from './disagreement.ts';

const inExtension = /\.(?:extension|modifierExtension)\[\d+\]/;

/** Errors of HL7's validator that count as no disagreement: docs/fhir-validation.md, "What is not judged". */
export const notJudged: readonly NotJudged[] = [
  // The profile of an extension states its value set and its type; those of elements are judged by both.
  {
    topic: 'profiles and extensions',
    id: /^Terminology_TX_(?:NoValid_\d+(?:_CC)?|Code_ValueSet_MISSING)$/,
    place: inExtension,
  },
  {
    topic: 'profiles and extensions',
    id: /^(?:Terminology_PassThrough_TX_Message|Validation_VAL_Profile_NotAllowed)$/,
    place: inExtension,
  },
  // A relative URL of an extension is not among them: both report it.
  {
    topic: 'profiles and extensions',
    id: /^Extension_(?:EXT_(?:Url_NotFound|Simple_ABSENT|Type|SubExtension_Invalid)|EXTP_Context_Wrong|PROF_Type)$/,
  },
  {
    topic: 'profiles and extensions',
    id: /^(?:Profile_EXT_Not_Here|Validation_VAL_Profile_Unknown|VALIDATION_VAL_PROFILE_UNKNOWN_NOT_POLICY)$/,
  },
  {
    topic: 'profiles and extensions',
    id: /^Validation_VAL_Profile_Minimum$/,
    message:
      /\(from http:\/\/hl7\.org\/fhir\/StructureDefinition\/(?:[a-z]\w+|MoneyQuantity|SimpleQuantity)\|/,
  },
  {
    topic: 'profiles and extensions',
    id: /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/(?:shareable|publishable)\w+#/,
  },
  {
    topic: 'profiles and extensions',
    id: /\/Reference#ref-2$/,
    place: /\.extension\[\d+\]\.value(?!Reference$)[A-Z]\w*$/,
  },
  {
    topic: 'terminology',
    id: /^(?:Terminology_PassThrough_TX_Message|CONCEPTMAP_GROUP_(?:SOURCE|TARGET)_CODE_INVALID(?:_VS)?)$/,
  },
  // http.html, of an OperationOutcome: "it SHALL be marked with a Bundle.entry.search.mode of outcome"; the other modes go by the search.
  {
    topic: 'results of a search',
    id: /^BUNDLE_SEARCH_ENTRY_(?:WRONG_RESOURCE_TYPE_(?:MODE|OUTCOME)|NO_RESOURCE_ID)$/,
  },
  { topic: 'rules for what HL7 publishes', id: /^(?:VALIDATION_HL7_PUBLISHER_\w+|IG_HL7_\w+)$/ },
  {
    topic: 'expressions, maps and snapshots',
    id: /^(?:SD_|ED_|SM_|MEASURE_M_|ERROR_GENERATING_SNAPSHOT)\w*$/,
  },
  { topic: 'expressions, maps and snapshots', id: /^$/, message: /launches straight into slicing/ },
  { topic: 'attachments', id: /^TYPE_SPECIFIC_CHECKS_DT_ATT_(?:SIZE_CORRECT|SIZE_INVALID|HASH_MISMATCH)$/ },
  { topic: 'canonical addresses that do not resolve', id: /^TYPE_SPECIFIC_CHECKS_DT_URL_INTERNAL$/ },
  { topic: 'links in narratives', id: /^Type_Specific_Checks_DT_XHTML_Resolve(?:_Img)?$/ },
];
