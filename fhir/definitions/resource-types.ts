import type { FhirRelease } from '../types.ts';

/** The resource types that each release defines, without abstract ones. Made by `npm run fhir:build`, not by hand. */
export const resourceTypes: Readonly<Record<FhirRelease, string>> = {
  '4.0.1': `
    Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse
    AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle
    CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition
    Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest
    CompartmentDefinition Composition ConceptMap Condition Consent Contract
    Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceDefinition
    DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference
    EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare
    EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit FamilyMemberHistory
    Flag Goal GraphDefinition Group GuidanceResponse HealthcareService
    ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide InsurancePlan
    Invoice Library Linkage List Location Measure
    MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge
    MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization MedicinalProductContraindication MedicinalProductIndication
    MedicinalProductIngredient MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical MedicinalProductUndesirableEffect
    MessageDefinition MessageHeader MolecularSequence NamingSystem NutritionOrder Observation
    ObservationDefinition OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters
    Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner
    PractitionerRole Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson
    RequestGroup ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment
    RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen
    SpecimenDefinition StructureDefinition StructureMap Subscription Substance SubstanceNucleicAcid
    SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification SupplyDelivery
    SupplyRequest Task TerminologyCapabilities TestReport TestScript ValueSet
    VerificationResult VisionPrescription`,
  '4.3.0': `
    Account ActivityDefinition AdministrableProductDefinition AdverseEvent AllergyIntolerance Appointment
    AppointmentResponse AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure
    Bundle CapabilityStatement CarePlan CareTeam CatalogEntry ChargeItem
    ChargeItemDefinition Citation Claim ClaimResponse ClinicalImpression ClinicalUseDefinition
    CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap
    Condition Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse
    DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest DeviceUseStatement
    DiagnosticReport DocumentManifest DocumentReference Encounter Endpoint EnrollmentRequest
    EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceReport EvidenceVariable
    ExampleScenario ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition
    Group GuidanceResponse HealthcareService ImagingStudy Immunization ImmunizationEvaluation
    ImmunizationRecommendation ImplementationGuide Ingredient InsurancePlan Invoice Library
    Linkage List Location ManufacturedItemDefinition Measure MeasureReport
    Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationRequest
    MedicationStatement MedicinalProductDefinition MessageDefinition MessageHeader MolecularSequence NamingSystem
    NutritionOrder NutritionProduct Observation ObservationDefinition OperationDefinition OperationOutcome
    Organization OrganizationAffiliation PackagedProductDefinition Parameters Patient PaymentNotice
    PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure
    Provenance Questionnaire QuestionnaireResponse RegulatedAuthorization RelatedPerson RequestGroup
    ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment Schedule
    SearchParameter ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition
    StructureMap Subscription SubscriptionStatus SubscriptionTopic Substance SubstanceDefinition
    SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport TestScript
    ValueSet VerificationResult VisionPrescription`,
  '5.0.0': `
    Account ActivityDefinition ActorDefinition AdministrableProductDefinition AdverseEvent AllergyIntolerance
    Appointment AppointmentResponse ArtifactAssessment AuditEvent Basic Binary
    BiologicallyDerivedProduct BiologicallyDerivedProductDispense BodyStructure Bundle CapabilityStatement CarePlan
    CareTeam ChargeItem ChargeItemDefinition Citation Claim ClaimResponse
    ClinicalImpression ClinicalUseDefinition CodeSystem Communication CommunicationRequest CompartmentDefinition
    Composition ConceptMap Condition ConditionDefinition Consent Contract
    Coverage CoverageEligibilityRequest CoverageEligibilityResponse DetectedIssue Device DeviceAssociation
    DeviceDefinition DeviceDispense DeviceMetric DeviceRequest DeviceUsage DiagnosticReport
    DocumentReference Encounter EncounterHistory Endpoint EnrollmentRequest EnrollmentResponse
    EpisodeOfCare EventDefinition Evidence EvidenceReport EvidenceVariable ExampleScenario
    ExplanationOfBenefit FamilyMemberHistory Flag FormularyItem GenomicStudy Goal
    GraphDefinition Group GuidanceResponse HealthcareService ImagingSelection ImagingStudy
    Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide Ingredient InsurancePlan
    InventoryItem InventoryReport Invoice Library Linkage List
    Location ManufacturedItemDefinition Measure MeasureReport Medication MedicationAdministration
    MedicationDispense MedicationKnowledge MedicationRequest MedicationStatement MedicinalProductDefinition MessageDefinition
    MessageHeader MolecularSequence NamingSystem NutritionIntake NutritionOrder NutritionProduct
    Observation ObservationDefinition OperationDefinition OperationOutcome Organization OrganizationAffiliation
    PackagedProductDefinition Parameters Patient PaymentNotice PaymentReconciliation Permission
    Person PlanDefinition Practitioner PractitionerRole Procedure Provenance
    Questionnaire QuestionnaireResponse RegulatedAuthorization RelatedPerson RequestOrchestration Requirements
    ResearchStudy ResearchSubject RiskAssessment Schedule SearchParameter ServiceRequest
    Slot Specimen SpecimenDefinition StructureDefinition StructureMap Subscription
    SubscriptionStatus SubscriptionTopic Substance SubstanceDefinition SubstanceNucleicAcid SubstancePolymer
    SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SupplyDelivery SupplyRequest Task
    TerminologyCapabilities TestPlan TestReport TestScript Transport ValueSet
    VerificationResult VisionPrescription`,
};
