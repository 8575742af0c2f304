// Generated from the contract by `npm run openapi`. Do not edit.
export interface ErrorBody {
  /** Error message */
  readonly error: string;
  /** Stable error code */
  readonly code: string;
  readonly request_id: string;
  readonly details?: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly code: string;
    /** With 402: what the plan limits */
    readonly entitlement?: string | undefined;
    /** With 402: the limit of the plan and its add-ons */
    readonly limit?: number | undefined;
    /** With 402: what counts against the limit */
    readonly used?: number | undefined;
    /** With 402: each plan (`plan:farm`) or add-on (`add_on:extra_seats`) that lifts the limit */
    readonly lifted_by?: readonly string[] | undefined;
  }[] | undefined;
}

export interface Lane {
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue';
  readonly count: number;
  /** Sum of the total charges */
  readonly amount: number;
  /** When its oldest claim entered the lane */
  readonly oldest_at: string | null;
  /** When its newest claim entered the lane */
  readonly newest_at: string | null;
  /** The claims that have been in the lane longest */
  readonly claims: readonly Claim[];
}

export interface Claim {
  readonly id: string;
  readonly version: number;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly payer_name?: string | undefined;
  readonly billing_npi: string;
  readonly tax_id?: string | undefined;
  readonly member_id?: string | undefined;
  readonly patient_name?: string | undefined;
  /** Name of the subscriber, if another person is the patient */
  readonly member_name?: string | undefined;
  readonly frequency: string;
  readonly place_of_service?: string | undefined;
  readonly total_charge: number;
  readonly line_count: number;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly original_claim_number?: string | undefined;
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed';
  readonly lane_since: string;
  /** In overdue: the lane before. In review: the lane by its responses */
  readonly lane_before?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** In held, and of a dismissed claim: the reason that a person gave */
  readonly lane_reason?: string | undefined;
  readonly received_at: string;
  readonly updated_at: string;
  readonly source: {
    readonly kind: 'file';
    readonly file_id: string;
    readonly interchange: string;
    readonly group: string;
    readonly set: string;
    readonly ordinal: number;
    readonly segment: number;
    readonly offset: number;
  } | {
    readonly kind: 'api';
    readonly subject: string;
  };
  /** Earlier claims that this one may duplicate, or another open correction of the same claim */
  readonly duplicates: readonly {
    readonly claim_id: string;
    readonly by: 'patient_control_number' | 'content' | 'correction';
  }[];
  /** Contradictions in the responses to the claim */
  readonly conflicts: readonly {
    /** classification, answers, ambiguous, unbalanced, overpaid, secondary or primary_reversed */
    readonly kind: string;
    /** Id of the response that shows it */
    readonly source_id: string;
    /** Kind of the response */
    readonly response?: '835' | '999' | 'TA1' | '277CA' | undefined;
    readonly found_at: string;
    readonly text: string;
    /** For an overpayment: the remittances that paid */
    readonly remittance_ids?: readonly string[] | undefined;
    /** Keeps the claim in review */
    readonly open?: true | undefined;
    readonly resolved_at?: string | undefined;
    /** Response or person that resolved it */
    readonly resolved_by?: string | undefined;
    /** Item of GET /api/unmatched for the response */
    readonly unmatched_item_id?: string | undefined;
  }[];
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Version of the claim in which its content last changed */
  readonly content_version?: number | undefined;
  readonly corrects?: string | undefined;
  readonly corrected_by?: string | undefined;
  readonly voided_by?: string | undefined;
  /** Claim for the next payer, made from the remittance of this one */
  readonly secondary_claim_id?: string | undefined;
  /** Claim whose remittance this one was made from */
  readonly primary_claim_id?: string | undefined;
  readonly primary_remittance_id?: string | undefined;
  /** Number of the payment in the remittance */
  readonly primary_payment_number?: number | undefined;
  readonly submission_id?: string | undefined;
  readonly submitted_at?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly acknowledged_at?: string | undefined;
  readonly acknowledged_by_999_id?: string | undefined;
  readonly payer_status_at?: string | undefined;
  readonly payer_status_by_277ca_id?: string | undefined;
  readonly payer_status_code?: string | undefined;
  readonly rejected_at?: string | undefined;
  readonly rejected_reason?: string | undefined;
  readonly rejected_by_999_id?: string | undefined;
  readonly rejected_as?: 'cause' | 'collateral' | undefined;
  readonly payer_rejected_at?: string | undefined;
  readonly payer_rejected_reason?: string | undefined;
  readonly payer_rejected_status_code?: string | undefined;
  readonly payer_rejected_by_277ca_id?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly remittance_id?: string | undefined;
  readonly remitted_at?: string | undefined;
  readonly paid?: number | undefined;
  readonly patient_responsibility?: number | undefined;
  readonly patient_responsibility_by?: PatientResponsibilityByReason | undefined;
  /** Adjustments that denied or reduced the claim in the newest remittance: the five largest */
  readonly denial_reasons?: readonly {
    readonly group: string;
    readonly reason: string;
    readonly amount: number;
  }[] | undefined;
  /** Paid above the charge, or a second time */
  readonly credit_balance?: number | undefined;
  /** Subject of the person who follows the claim up */
  readonly assignee?: string | undefined;
  /** Day on which to look at the claim again */
  readonly follow_up_on?: string | undefined;
}

export interface PatientResponsibilityByReason {
  /** PR 1 */
  readonly deductible: number;
  /** PR 2 */
  readonly coinsurance: number;
  /** PR 3 */
  readonly copay: number;
  /** Other PR reasons, and amounts without a reason */
  readonly other: number;
}

export interface ClaimInput {
  readonly billing_provider: {
    /** NM101; derived from the place if absent */
    readonly role?: string | undefined;
    /** NM102: 1 person, 2 organization; a person by default if there is a first name */
    readonly entity_type?: string | undefined;
    /** Of a person, or the name of an organization */
    readonly last_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly middle_name?: string | undefined;
    readonly suffix?: string | undefined;
    /** NM108; derived from the place if absent */
    readonly id_qualifier?: string | undefined;
    /** NM109 */
    readonly id?: string | undefined;
    readonly address?: {
      readonly line1?: string | undefined;
      readonly line2?: string | undefined;
      readonly city?: string | undefined;
      readonly state?: string | undefined;
      readonly zip?: string | undefined;
      readonly country?: string | undefined;
      readonly subdivision?: string | undefined;
    } | undefined;
    readonly taxonomy?: string | undefined;
    readonly references?: readonly {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    }[] | undefined;
    readonly contacts?: readonly {
      readonly name?: string | undefined;
      readonly numbers?: readonly {
        readonly qualifier: string;
        readonly number: string;
      }[] | undefined;
    }[] | undefined;
    readonly tax_id_qualifier?: string | undefined;
    readonly tax_id?: string | undefined;
    readonly currency?: string | undefined;
    readonly pay_to?: ClaimParty | undefined;
    readonly pay_to_plan?: ClaimParty | undefined;
  };
  readonly subscriber: {
    /** NM101; derived from the place if absent */
    readonly role?: string | undefined;
    /** NM102: 1 person, 2 organization; a person by default if there is a first name */
    readonly entity_type?: string | undefined;
    /** Of a person, or the name of an organization */
    readonly last_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly middle_name?: string | undefined;
    readonly suffix?: string | undefined;
    /** NM108; derived from the place if absent */
    readonly id_qualifier?: string | undefined;
    /** NM109 */
    readonly id?: string | undefined;
    readonly address?: {
      readonly line1?: string | undefined;
      readonly line2?: string | undefined;
      readonly city?: string | undefined;
      readonly state?: string | undefined;
      readonly zip?: string | undefined;
      readonly country?: string | undefined;
      readonly subdivision?: string | undefined;
    } | undefined;
    readonly taxonomy?: string | undefined;
    readonly references?: readonly {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    }[] | undefined;
    readonly contacts?: readonly {
      readonly name?: string | undefined;
      readonly numbers?: readonly {
        readonly qualifier: string;
        readonly number: string;
      }[] | undefined;
    }[] | undefined;
    readonly birth_date?: string | undefined;
    readonly gender?: string | undefined;
    readonly death_date?: string | undefined;
    readonly weight?: number | undefined;
    readonly pregnant?: string | undefined;
    readonly property_casualty_claim_number?: string | undefined;
    /** SBR01: P primary, S secondary … */
    readonly payer_sequence?: string | undefined;
    /** SBR02: 18 when the subscriber is the patient */
    readonly relationship?: string | undefined;
    readonly group_number?: string | undefined;
    readonly group_name?: string | undefined;
    readonly insurance_type?: string | undefined;
    /** SBR09 */
    readonly claim_filing?: string | undefined;
    readonly payer?: {
      /** NM101; derived from the place if absent */
      readonly role?: string | undefined;
      /** NM102: 1 person, 2 organization; a person by default if there is a first name */
      readonly entity_type?: string | undefined;
      /** Of a person, or the name of an organization */
      readonly last_name?: string | undefined;
      readonly first_name?: string | undefined;
      readonly middle_name?: string | undefined;
      readonly suffix?: string | undefined;
      /** NM108; derived from the place if absent */
      readonly id_qualifier?: string | undefined;
      /** NM109 */
      readonly id?: string | undefined;
      readonly address?: {
        readonly line1?: string | undefined;
        readonly line2?: string | undefined;
        readonly city?: string | undefined;
        readonly state?: string | undefined;
        readonly zip?: string | undefined;
        readonly country?: string | undefined;
        readonly subdivision?: string | undefined;
      } | undefined;
      readonly taxonomy?: string | undefined;
      readonly references?: readonly {
        readonly qualifier: string;
        readonly value: string;
        readonly payer_id?: string | undefined;
      }[] | undefined;
      readonly contacts?: readonly {
        readonly name?: string | undefined;
        readonly numbers?: readonly {
          readonly qualifier: string;
          readonly number: string;
        }[] | undefined;
      }[] | undefined;
      readonly billing_provider_ids?: readonly {
        readonly qualifier: string;
        readonly value: string;
        readonly payer_id?: string | undefined;
      }[] | undefined;
    } | undefined;
  };
  /** Only when the patient is not the subscriber */
  readonly patient?: {
    /** NM101; derived from the place if absent */
    readonly role?: string | undefined;
    /** NM102: 1 person, 2 organization; a person by default if there is a first name */
    readonly entity_type?: string | undefined;
    /** Of a person, or the name of an organization */
    readonly last_name?: string | undefined;
    readonly first_name?: string | undefined;
    readonly middle_name?: string | undefined;
    readonly suffix?: string | undefined;
    /** NM108; derived from the place if absent */
    readonly id_qualifier?: string | undefined;
    /** NM109 */
    readonly id?: string | undefined;
    readonly address?: {
      readonly line1?: string | undefined;
      readonly line2?: string | undefined;
      readonly city?: string | undefined;
      readonly state?: string | undefined;
      readonly zip?: string | undefined;
      readonly country?: string | undefined;
      readonly subdivision?: string | undefined;
    } | undefined;
    readonly taxonomy?: string | undefined;
    readonly references?: readonly {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    }[] | undefined;
    readonly contacts?: readonly {
      readonly name?: string | undefined;
      readonly numbers?: readonly {
        readonly qualifier: string;
        readonly number: string;
      }[] | undefined;
    }[] | undefined;
    readonly birth_date?: string | undefined;
    readonly gender?: string | undefined;
    readonly death_date?: string | undefined;
    readonly weight?: number | undefined;
    readonly pregnant?: string | undefined;
    readonly property_casualty_claim_number?: string | undefined;
    readonly relationship?: string | undefined;
  } | undefined;
  /** CLM01 */
  readonly patient_control_number: string;
  /** CLM02 */
  readonly total_charge: number;
  /** CLM05-1 */
  readonly place_of_service?: string | undefined;
  /** CLM05-3: 1 original, 7 replacement, 8 void */
  readonly frequency?: string | undefined;
  /** CLM06 */
  readonly provider_signature?: string | undefined;
  /** CLM07 */
  readonly accept_assignment?: string | undefined;
  /** CLM08 */
  readonly benefits_assigned?: string | undefined;
  /** CLM09 */
  readonly release_of_information?: string | undefined;
  /** CLM10 */
  readonly signature_source?: string | undefined;
  /** CLM11: AA, EM, OA */
  readonly related_causes?: readonly string[] | undefined;
  readonly accident_state?: string | undefined;
  readonly accident_country?: string | undefined;
  readonly special_program?: string | undefined;
  readonly delay_reason?: string | undefined;
  readonly dates?: {
    readonly onset?: string | undefined;
    readonly initial_treatment?: string | undefined;
    readonly last_seen?: string | undefined;
    readonly acute_manifestation?: string | undefined;
    readonly accident?: string | undefined;
    readonly last_menstrual_period?: string | undefined;
    readonly last_xray?: string | undefined;
    readonly prescription?: string | undefined;
    readonly disability_start?: string | undefined;
    readonly disability_end?: string | undefined;
    readonly last_worked?: string | undefined;
    readonly return_to_work?: string | undefined;
    readonly admission?: string | undefined;
    readonly discharge?: string | undefined;
    readonly assumed_care?: string | undefined;
    readonly relinquished_care?: string | undefined;
    readonly first_contact?: string | undefined;
    readonly repricer_received?: string | undefined;
  } | undefined;
  readonly attachments?: readonly {
    readonly report_type: string;
    readonly transmission: string;
    readonly control_number?: string | undefined;
  }[] | undefined;
  readonly contract?: {
    readonly type: string;
    readonly amount?: number | undefined;
    readonly percentage?: number | undefined;
    readonly code?: string | undefined;
    readonly discount_percentage?: number | undefined;
    readonly version?: string | undefined;
  } | undefined;
  readonly patient_paid?: number | undefined;
  readonly references?: {
    readonly service_authorization_exception?: string | undefined;
    readonly medicare_crossover?: string | undefined;
    readonly mammography_certification?: string | undefined;
    readonly referral?: string | undefined;
    readonly prior_authorization?: string | undefined;
    /** REF*F8: the payer's number of the claim that this one corrects or voids */
    readonly original_claim_number?: string | undefined;
    readonly clia?: string | undefined;
    readonly repriced_claim?: string | undefined;
    readonly adjusted_repriced_claim?: string | undefined;
    readonly investigational_device?: string | undefined;
    readonly clearinghouse_trace?: string | undefined;
    readonly medical_record?: string | undefined;
    readonly demonstration_project?: string | undefined;
    readonly care_plan_oversight?: string | undefined;
  } | undefined;
  readonly fixed_format?: readonly string[] | undefined;
  readonly note?: {
    readonly purpose?: string | undefined;
    readonly text: string;
  } | undefined;
  readonly ambulance?: {
    readonly patient_weight?: number | undefined;
    readonly reason?: string | undefined;
    readonly miles?: number | undefined;
    readonly round_trip_purpose?: string | undefined;
    readonly stretcher_purpose?: string | undefined;
  } | undefined;
  readonly spinal_manipulation?: {
    readonly condition: string;
    readonly description?: string | undefined;
    readonly further_description?: string | undefined;
  } | undefined;
  readonly conditions?: readonly {
    readonly category: string;
    readonly applies: string;
    readonly codes?: readonly string[] | undefined;
  }[] | undefined;
  readonly diagnoses?: readonly {
    /** ABK principal diagnosis, ABF further diagnoses (ICD-10-CM) */
    readonly qualifier?: string | undefined;
    readonly code: string;
  }[] | undefined;
  readonly anesthesia_procedures?: readonly {
    /** ABK principal diagnosis, ABF further diagnoses (ICD-10-CM) */
    readonly qualifier?: string | undefined;
    readonly code: string;
  }[] | undefined;
  readonly condition_codes?: readonly string[] | undefined;
  readonly repricing?: {
    readonly method: string;
    readonly allowed?: number | undefined;
    readonly saving?: number | undefined;
    readonly organization_id?: string | undefined;
    readonly rate?: number | undefined;
    readonly group_code?: string | undefined;
    readonly group_amount?: number | undefined;
    readonly procedure_qualifier?: string | undefined;
    readonly procedure_code?: string | undefined;
    readonly unit?: string | undefined;
    readonly quantity?: number | undefined;
    readonly reject_reason?: string | undefined;
    readonly policy_compliance?: string | undefined;
    readonly exception?: string | undefined;
  } | undefined;
  readonly referring?: readonly ClaimParty[] | undefined;
  readonly rendering?: ClaimParty | undefined;
  readonly service_facility?: ClaimParty | undefined;
  readonly supervising?: ClaimParty | undefined;
  readonly pick_up?: ClaimParty | undefined;
  readonly drop_off?: ClaimParty | undefined;
  readonly other_coverages?: readonly {
    /** SBR01: P primary, S secondary … */
    readonly payer_sequence?: string | undefined;
    /** SBR02: 18 when the subscriber is the patient */
    readonly relationship?: string | undefined;
    readonly group_number?: string | undefined;
    readonly group_name?: string | undefined;
    readonly insurance_type?: string | undefined;
    /** SBR09 */
    readonly claim_filing?: string | undefined;
    readonly adjustments?: readonly {
      readonly group: string;
      readonly reason: string;
      readonly amount?: number | undefined;
      readonly quantity?: number | undefined;
    }[] | undefined;
    readonly payer_paid?: number | undefined;
    readonly non_covered?: number | undefined;
    readonly remaining_liability?: number | undefined;
    readonly benefits_assigned?: string | undefined;
    readonly signature_source?: string | undefined;
    readonly release_of_information?: string | undefined;
    readonly outpatient?: {
      readonly reimbursement_rate?: number | undefined;
      readonly procedure_amount?: number | undefined;
      readonly remarks?: readonly string[] | undefined;
      readonly end_stage_renal_amount?: number | undefined;
      readonly non_payable_professional_amount?: number | undefined;
    } | undefined;
    readonly subscriber?: ClaimParty | undefined;
    readonly payer?: {
      /** NM101; derived from the place if absent */
      readonly role?: string | undefined;
      /** NM102: 1 person, 2 organization; a person by default if there is a first name */
      readonly entity_type?: string | undefined;
      /** Of a person, or the name of an organization */
      readonly last_name?: string | undefined;
      readonly first_name?: string | undefined;
      readonly middle_name?: string | undefined;
      readonly suffix?: string | undefined;
      /** NM108; derived from the place if absent */
      readonly id_qualifier?: string | undefined;
      /** NM109 */
      readonly id?: string | undefined;
      readonly address?: {
        readonly line1?: string | undefined;
        readonly line2?: string | undefined;
        readonly city?: string | undefined;
        readonly state?: string | undefined;
        readonly zip?: string | undefined;
        readonly country?: string | undefined;
        readonly subdivision?: string | undefined;
      } | undefined;
      readonly taxonomy?: string | undefined;
      readonly references?: readonly {
        readonly qualifier: string;
        readonly value: string;
        readonly payer_id?: string | undefined;
      }[] | undefined;
      readonly contacts?: readonly {
        readonly name?: string | undefined;
        readonly numbers?: readonly {
          readonly qualifier: string;
          readonly number: string;
        }[] | undefined;
      }[] | undefined;
      readonly adjudication_date?: string | undefined;
      readonly prior_authorization?: string | undefined;
      readonly referral?: string | undefined;
      readonly claim_adjusted?: string | undefined;
      readonly claim_control_number?: string | undefined;
    } | undefined;
    readonly providers?: readonly ClaimParty[] | undefined;
  }[] | undefined;
  readonly lines: readonly ServiceLine[];
  /** Claim that this one corrects (frequency 7), voids (8) or replaces (1) */
  readonly corrects?: string | undefined;
  /** Characters outside the X12 character set: refuse (default) or transliterate to ASCII (é to e) */
  readonly characters?: 'refuse' | 'transliterate' | undefined;
}

export interface ClaimParty {
  /** NM101; derived from the place if absent */
  readonly role?: string | undefined;
  /** NM102: 1 person, 2 organization; a person by default if there is a first name */
  readonly entity_type?: string | undefined;
  /** Of a person, or the name of an organization */
  readonly last_name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly middle_name?: string | undefined;
  readonly suffix?: string | undefined;
  /** NM108; derived from the place if absent */
  readonly id_qualifier?: string | undefined;
  /** NM109 */
  readonly id?: string | undefined;
  readonly address?: {
    readonly line1?: string | undefined;
    readonly line2?: string | undefined;
    readonly city?: string | undefined;
    readonly state?: string | undefined;
    readonly zip?: string | undefined;
    readonly country?: string | undefined;
    readonly subdivision?: string | undefined;
  } | undefined;
  readonly taxonomy?: string | undefined;
  readonly references?: readonly {
    readonly qualifier: string;
    readonly value: string;
    readonly payer_id?: string | undefined;
  }[] | undefined;
  readonly contacts?: readonly {
    readonly name?: string | undefined;
    readonly numbers?: readonly {
      readonly qualifier: string;
      readonly number: string;
    }[] | undefined;
  }[] | undefined;
}

export interface ServiceLine {
  readonly number?: number | undefined;
  readonly procedure: {
    readonly qualifier?: string | undefined;
    readonly code: string;
    readonly modifiers?: readonly string[] | undefined;
    readonly description?: string | undefined;
  };
  /** SV102 */
  readonly charge: number;
  /** SV103: UN units, MJ minutes */
  readonly unit?: string | undefined;
  readonly quantity?: number | undefined;
  readonly place_of_service?: string | undefined;
  readonly diagnosis_pointers?: readonly number[] | undefined;
  readonly emergency?: string | undefined;
  readonly epsdt?: string | undefined;
  readonly family_planning?: string | undefined;
  readonly copay_status?: string | undefined;
  readonly service_date?: string | undefined;
  readonly service_date_end?: string | undefined;
  /** REF*6R; the remittance repeats it */
  readonly control_number?: string | undefined;
  readonly equipment?: {
    readonly procedure_code: string;
    readonly days?: number | undefined;
    readonly rental_price?: number | undefined;
    readonly purchase_price?: number | undefined;
    readonly frequency?: string | undefined;
  } | undefined;
  readonly attachments?: readonly {
    readonly report_type: string;
    readonly transmission: string;
    readonly control_number?: string | undefined;
  }[] | undefined;
  readonly certificate_transmission?: string | undefined;
  readonly ambulance?: {
    readonly patient_weight?: number | undefined;
    readonly reason?: string | undefined;
    readonly miles?: number | undefined;
    readonly round_trip_purpose?: string | undefined;
    readonly stretcher_purpose?: string | undefined;
  } | undefined;
  readonly equipment_certification?: {
    readonly type: string;
    readonly months?: number | undefined;
  } | undefined;
  readonly conditions?: readonly {
    readonly category: string;
    readonly applies: string;
    readonly codes?: readonly string[] | undefined;
  }[] | undefined;
  readonly dates?: {
    readonly prescription?: string | undefined;
    readonly recertification?: string | undefined;
    readonly begin_therapy?: string | undefined;
    readonly last_certification?: string | undefined;
    readonly last_seen?: string | undefined;
    readonly hemoglobin_test?: string | undefined;
    readonly creatine_test?: string | undefined;
    readonly shipped?: string | undefined;
    readonly last_xray?: string | undefined;
    readonly initial_treatment?: string | undefined;
  } | undefined;
  readonly ambulance_patients?: number | undefined;
  readonly obstetric_units?: number | undefined;
  readonly test_results?: readonly {
    readonly reference: string;
    readonly measure: string;
    readonly value?: number | undefined;
  }[] | undefined;
  readonly contract?: {
    readonly type: string;
    readonly amount?: number | undefined;
    readonly percentage?: number | undefined;
    readonly code?: string | undefined;
    readonly discount_percentage?: number | undefined;
    readonly version?: string | undefined;
  } | undefined;
  readonly references?: {
    readonly repriced_line?: string | undefined;
    readonly adjusted_repriced_line?: string | undefined;
    readonly mammography_certification?: string | undefined;
    readonly clia?: string | undefined;
    readonly referring_clia?: string | undefined;
    readonly immunization_batch?: string | undefined;
  } | undefined;
  readonly prior_authorizations?: readonly {
    readonly qualifier: string;
    readonly value: string;
    readonly payer_id?: string | undefined;
  }[] | undefined;
  readonly referrals?: readonly {
    readonly qualifier: string;
    readonly value: string;
    readonly payer_id?: string | undefined;
  }[] | undefined;
  readonly sales_tax?: number | undefined;
  readonly postage?: number | undefined;
  readonly fixed_format?: readonly string[] | undefined;
  readonly note?: {
    readonly purpose?: string | undefined;
    readonly text: string;
  } | undefined;
  readonly third_party_note?: string | undefined;
  readonly purchased_service?: {
    readonly provider_id: string;
    readonly charge?: number | undefined;
  } | undefined;
  readonly repricing?: {
    readonly method: string;
    readonly allowed?: number | undefined;
    readonly saving?: number | undefined;
    readonly organization_id?: string | undefined;
    readonly rate?: number | undefined;
    readonly group_code?: string | undefined;
    readonly group_amount?: number | undefined;
    readonly procedure_qualifier?: string | undefined;
    readonly procedure_code?: string | undefined;
    readonly unit?: string | undefined;
    readonly quantity?: number | undefined;
    readonly reject_reason?: string | undefined;
    readonly policy_compliance?: string | undefined;
    readonly exception?: string | undefined;
  } | undefined;
  readonly drug?: {
    readonly qualifier?: string | undefined;
    /** National drug code: 11 digits */
    readonly code: string;
    readonly quantity?: number | undefined;
    readonly unit?: string | undefined;
    readonly prescription?: {
      readonly qualifier: string;
      readonly value: string;
      readonly payer_id?: string | undefined;
    } | undefined;
  } | undefined;
  readonly parties?: {
    readonly rendering?: ClaimParty | undefined;
    readonly purchased_service_provider?: ClaimParty | undefined;
    readonly service_facility?: ClaimParty | undefined;
    readonly supervising?: ClaimParty | undefined;
    readonly ordering?: ClaimParty | undefined;
    readonly referring?: readonly ClaimParty[] | undefined;
    readonly pick_up?: ClaimParty | undefined;
    readonly drop_off?: ClaimParty | undefined;
  } | undefined;
  readonly adjudications?: readonly {
    readonly payer_id: string;
    readonly paid?: number | undefined;
    readonly procedure: {
      readonly qualifier?: string | undefined;
      readonly code: string;
      readonly modifiers?: readonly string[] | undefined;
      readonly description?: string | undefined;
    };
    readonly quantity?: number | undefined;
    readonly bundled_line?: number | undefined;
    readonly adjustments?: readonly {
      readonly group: string;
      readonly reason: string;
      readonly amount?: number | undefined;
      readonly quantity?: number | undefined;
    }[] | undefined;
    readonly adjudication_date?: string | undefined;
    readonly remaining_liability?: number | undefined;
  }[] | undefined;
  readonly forms?: readonly {
    readonly qualifier: string;
    readonly id: string;
    readonly answers?: readonly {
      readonly question: string;
      readonly answer?: string | undefined;
      readonly text?: string | undefined;
      readonly date?: string | undefined;
      readonly percentage?: number | undefined;
    }[] | undefined;
  }[] | undefined;
}

export interface ClaimDetail {
  readonly id: string;
  readonly version: number;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly payer_name?: string | undefined;
  readonly billing_npi: string;
  readonly tax_id?: string | undefined;
  readonly member_id?: string | undefined;
  readonly patient_name?: string | undefined;
  /** Name of the subscriber, if another person is the patient */
  readonly member_name?: string | undefined;
  readonly frequency: string;
  readonly place_of_service?: string | undefined;
  readonly total_charge: number;
  readonly line_count: number;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly original_claim_number?: string | undefined;
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed';
  readonly lane_since: string;
  /** In overdue: the lane before. In review: the lane by its responses */
  readonly lane_before?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** In held, and of a dismissed claim: the reason that a person gave */
  readonly lane_reason?: string | undefined;
  readonly received_at: string;
  readonly updated_at: string;
  readonly source: {
    readonly kind: 'file';
    readonly file_id: string;
    readonly interchange: string;
    readonly group: string;
    readonly set: string;
    readonly ordinal: number;
    readonly segment: number;
    readonly offset: number;
  } | {
    readonly kind: 'api';
    readonly subject: string;
  };
  /** Earlier claims that this one may duplicate, or another open correction of the same claim */
  readonly duplicates: readonly {
    readonly claim_id: string;
    readonly by: 'patient_control_number' | 'content' | 'correction';
  }[];
  /** Contradictions in the responses to the claim */
  readonly conflicts: readonly {
    /** classification, answers, ambiguous, unbalanced, overpaid, secondary or primary_reversed */
    readonly kind: string;
    /** Id of the response that shows it */
    readonly source_id: string;
    /** Kind of the response */
    readonly response?: '835' | '999' | 'TA1' | '277CA' | undefined;
    readonly found_at: string;
    readonly text: string;
    /** For an overpayment: the remittances that paid */
    readonly remittance_ids?: readonly string[] | undefined;
    /** Keeps the claim in review */
    readonly open?: true | undefined;
    readonly resolved_at?: string | undefined;
    /** Response or person that resolved it */
    readonly resolved_by?: string | undefined;
    /** Item of GET /api/unmatched for the response */
    readonly unmatched_item_id?: string | undefined;
  }[];
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Version of the claim in which its content last changed */
  readonly content_version?: number | undefined;
  readonly corrects?: string | undefined;
  readonly corrected_by?: string | undefined;
  readonly voided_by?: string | undefined;
  /** Claim for the next payer, made from the remittance of this one */
  readonly secondary_claim_id?: string | undefined;
  /** Claim whose remittance this one was made from */
  readonly primary_claim_id?: string | undefined;
  readonly primary_remittance_id?: string | undefined;
  /** Number of the payment in the remittance */
  readonly primary_payment_number?: number | undefined;
  readonly submission_id?: string | undefined;
  readonly submitted_at?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly acknowledged_at?: string | undefined;
  readonly acknowledged_by_999_id?: string | undefined;
  readonly payer_status_at?: string | undefined;
  readonly payer_status_by_277ca_id?: string | undefined;
  readonly payer_status_code?: string | undefined;
  readonly rejected_at?: string | undefined;
  readonly rejected_reason?: string | undefined;
  readonly rejected_by_999_id?: string | undefined;
  readonly rejected_as?: 'cause' | 'collateral' | undefined;
  readonly payer_rejected_at?: string | undefined;
  readonly payer_rejected_reason?: string | undefined;
  readonly payer_rejected_status_code?: string | undefined;
  readonly payer_rejected_by_277ca_id?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly remittance_id?: string | undefined;
  readonly remitted_at?: string | undefined;
  readonly paid?: number | undefined;
  readonly patient_responsibility?: number | undefined;
  readonly patient_responsibility_by?: PatientResponsibilityByReason | undefined;
  /** Adjustments that denied or reduced the claim in the newest remittance: the five largest */
  readonly denial_reasons?: readonly {
    readonly group: string;
    readonly reason: string;
    readonly amount: number;
  }[] | undefined;
  /** Paid above the charge, or a second time */
  readonly credit_balance?: number | undefined;
  /** Subject of the person who follows the claim up */
  readonly assignee?: string | undefined;
  /** Day on which to look at the claim again */
  readonly follow_up_on?: string | undefined;
  /** The 837P of the claim in the form of ProfessionalClaim, with its transaction */
  readonly content: { readonly [name: string]: unknown };
  readonly findings: readonly Finding[];
  /** Oldest first */
  readonly timeline: readonly TimelineEntry[];
}

export interface Finding {
  /** Stable id of the rule, such as V053 or R206 */
  readonly id: string;
  readonly snip: number;
  readonly severity: 'fatal' | 'error' | 'warning' | 'information';
  readonly message: string;
  /** Identifies the occurrence, in the 999 too */
  readonly reference: string;
  readonly interchange?: string | undefined;
  readonly group?: string | undefined;
  readonly transaction?: string | undefined;
  readonly loop?: string | undefined;
  readonly segment?: string | undefined;
  /** Segment number in its transaction set, ST = 1 */
  readonly segment_index?: number | undefined;
  readonly byte_offset: number;
  readonly element?: number | undefined;
  readonly component?: number | undefined;
  /** Masked: letters as A or a, digits as 9 */
  readonly value?: string | undefined;
  /** Present with `value`, which is masked */
  readonly value_masked?: true | undefined;
}

export type TimelineEntry = {
  readonly at: string;
  /** Event type of the audit log, or submission, acknowledgment, payment */
  readonly event: string;
  readonly audit_entry_id?: number | undefined;
  readonly actor?: string | undefined;
  readonly reference?: string | undefined;
} & { readonly [name: string]: unknown };

export interface ClaimSearch {
  /** Beginning of the patient control number, in any letter case, without leading zeros */
  readonly patient_control_number?: string | undefined;
  /**
   * Beginning of the last name of patient or subscriber. Two letters are a complete name. Accents, blanks
   * and punctuation do not count.
   */
  readonly last_name?: string | undefined;
  /** Beginning of the first name; `last_name` is then complete */
  readonly first_name?: string | undefined;
  /** Complete member id of the subscriber. Blanks, punctuation and letter case do not count. */
  readonly member_id?: string | undefined;
  /** Total charge of the claim */
  readonly amount?: number | undefined;
  /** Claims with this total charge or more */
  readonly amount_from?: number | undefined;
  /** Claims with this total charge or less */
  readonly amount_to?: number | undefined;
  /** Claims of this file */
  readonly file_id?: string | undefined;
  /** Claims that were sent with this submission */
  readonly submission_id?: string | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** Claims for this payer */
  readonly payer_id?: string | undefined;
  /** Claims in one of these lanes; `closed` for replaced claims, `dismissed` for dismissed ones */
  readonly lanes?: readonly ('draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed')[] | undefined;
  /** Claims received at this time or later */
  readonly received_from?: string | undefined;
  /** Claims received at this time or earlier */
  readonly received_to?: string | undefined;
  /** Claims with a service on or after this day */
  readonly service_from?: string | undefined;
  /** Claims with a service on or before this day */
  readonly service_to?: string | undefined;
  /** Order of the claims; a leading `-` is descending */
  readonly sort?: '-received_at' | 'received_at' | '-service_from' | 'service_from' | '-total_charge' | 'total_charge' | undefined;
  /** Maximum claims on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
}

export interface ClaimEdit {
  readonly id: string;
  readonly version: number;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly payer_name?: string | undefined;
  readonly billing_npi: string;
  readonly tax_id?: string | undefined;
  readonly member_id?: string | undefined;
  readonly patient_name?: string | undefined;
  /** Name of the subscriber, if another person is the patient */
  readonly member_name?: string | undefined;
  readonly frequency: string;
  readonly place_of_service?: string | undefined;
  readonly total_charge: number;
  readonly line_count: number;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly original_claim_number?: string | undefined;
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed';
  readonly lane_since: string;
  /** In overdue: the lane before. In review: the lane by its responses */
  readonly lane_before?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** In held, and of a dismissed claim: the reason that a person gave */
  readonly lane_reason?: string | undefined;
  readonly received_at: string;
  readonly updated_at: string;
  readonly source: {
    readonly kind: 'file';
    readonly file_id: string;
    readonly interchange: string;
    readonly group: string;
    readonly set: string;
    readonly ordinal: number;
    readonly segment: number;
    readonly offset: number;
  } | {
    readonly kind: 'api';
    readonly subject: string;
  };
  /** Earlier claims that this one may duplicate, or another open correction of the same claim */
  readonly duplicates: readonly {
    readonly claim_id: string;
    readonly by: 'patient_control_number' | 'content' | 'correction';
  }[];
  /** Contradictions in the responses to the claim */
  readonly conflicts: readonly {
    /** classification, answers, ambiguous, unbalanced, overpaid, secondary or primary_reversed */
    readonly kind: string;
    /** Id of the response that shows it */
    readonly source_id: string;
    /** Kind of the response */
    readonly response?: '835' | '999' | 'TA1' | '277CA' | undefined;
    readonly found_at: string;
    readonly text: string;
    /** For an overpayment: the remittances that paid */
    readonly remittance_ids?: readonly string[] | undefined;
    /** Keeps the claim in review */
    readonly open?: true | undefined;
    readonly resolved_at?: string | undefined;
    /** Response or person that resolved it */
    readonly resolved_by?: string | undefined;
    /** Item of GET /api/unmatched for the response */
    readonly unmatched_item_id?: string | undefined;
  }[];
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Version of the claim in which its content last changed */
  readonly content_version?: number | undefined;
  readonly corrects?: string | undefined;
  readonly corrected_by?: string | undefined;
  readonly voided_by?: string | undefined;
  /** Claim for the next payer, made from the remittance of this one */
  readonly secondary_claim_id?: string | undefined;
  /** Claim whose remittance this one was made from */
  readonly primary_claim_id?: string | undefined;
  readonly primary_remittance_id?: string | undefined;
  /** Number of the payment in the remittance */
  readonly primary_payment_number?: number | undefined;
  readonly submission_id?: string | undefined;
  readonly submitted_at?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly acknowledged_at?: string | undefined;
  readonly acknowledged_by_999_id?: string | undefined;
  readonly payer_status_at?: string | undefined;
  readonly payer_status_by_277ca_id?: string | undefined;
  readonly payer_status_code?: string | undefined;
  readonly rejected_at?: string | undefined;
  readonly rejected_reason?: string | undefined;
  readonly rejected_by_999_id?: string | undefined;
  readonly rejected_as?: 'cause' | 'collateral' | undefined;
  readonly payer_rejected_at?: string | undefined;
  readonly payer_rejected_reason?: string | undefined;
  readonly payer_rejected_status_code?: string | undefined;
  readonly payer_rejected_by_277ca_id?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly remittance_id?: string | undefined;
  readonly remitted_at?: string | undefined;
  readonly paid?: number | undefined;
  readonly patient_responsibility?: number | undefined;
  readonly patient_responsibility_by?: PatientResponsibilityByReason | undefined;
  /** Adjustments that denied or reduced the claim in the newest remittance: the five largest */
  readonly denial_reasons?: readonly {
    readonly group: string;
    readonly reason: string;
    readonly amount: number;
  }[] | undefined;
  /** Paid above the charge, or a second time */
  readonly credit_balance?: number | undefined;
  /** Subject of the person who follows the claim up */
  readonly assignee?: string | undefined;
  /** Day on which to look at the claim again */
  readonly follow_up_on?: string | undefined;
  /** The 837P of the claim in the form of ProfessionalClaim, with its transaction */
  readonly content: { readonly [name: string]: unknown };
  readonly findings: readonly Finding[];
  /** Members of the content that changed; the first 200 */
  readonly changes: readonly ContentChange[];
  /** With `resubmit`: the submission of the claim */
  readonly resubmission?: Resubmission | undefined;
}

export interface ContentChange {
  /** JSON pointer into `content`, such as /lines/0/charge */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
}

export interface Resubmission {
  readonly submission_id?: string | undefined;
  /** State of the submission; `recorded` if the claim was sent */
  readonly state?: string | undefined;
  /** Error that kept the edited claim from being sent */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export interface ClaimVersion {
  /** Version of the claim with this content */
  readonly version: number;
  readonly event: 'claim.received' | 'claim.edited';
  readonly at: string;
  readonly actor: string;
  /** Changes since the version before; the first 200 */
  readonly changes: readonly ContentChange[];
  /** The bulk run that made the edit */
  readonly bulk_run_id?: string | undefined;
}

export interface VersionContent {
  readonly id: string;
  readonly version: number;
  /** The 837P of the claim in the form of ProfessionalClaim, with its transaction */
  readonly content: { readonly [name: string]: unknown };
}

export interface BulkRequest {
  readonly operation: BulkOperation;
  readonly selection: {
    readonly claim_ids: readonly string[];
  } | {
    readonly filter: BulkFilter;
  };
}

export type BulkOperation = {
  readonly kind: 'release';
  /** New lane of claims that were sent */
  readonly lane?: 'submitted' | 'accepted' | 'pending' | 'rejected' | 'payer_rejected' | 'paid' | 'denied' | 'underpaid' | undefined;
} | {
  readonly kind: 'hold';
  readonly reason?: string | undefined;
} | {
  readonly kind: 'unhold';
} | {
  readonly kind: 'dismiss';
  readonly reason: string;
} | {
  readonly kind: 'restore';
} | {
  readonly kind: 'resend';
} | {
  readonly kind: 'correct';
  readonly set: BulkRule;
  /** Claims that were sent: skip (default), or create a correction of each */
  readonly sent?: 'skip' | 'correct' | undefined;
};

export interface BulkRule {
  /** Taxonomy of the billing provider (PRV03 of 2000A) */
  readonly billing_taxonomy?: string | undefined;
  /** Payer (NM109 of 2010BB) */
  readonly payer_id?: string | undefined;
  /** Name of the payer (NM103 of 2010BB) */
  readonly payer_name?: string | undefined;
  /** Claim filing indicator (SBR09 of 2000B) */
  readonly claim_filing?: string | undefined;
  /** Place of service of the claim (CLM05-1) */
  readonly place_of_service?: string | undefined;
  /** NPI of the rendering provider (NM109 of 2310B) of claims that have one */
  readonly rendering_npi?: string | undefined;
}

export interface BulkFilter {
  readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'dismissed' | undefined;
  readonly payer_id?: string | undefined;
  readonly billing_npi?: string | undefined;
  readonly patient_control_number?: string | undefined;
  readonly received_from?: string | undefined;
  readonly received_to?: string | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  /** Claims that this 999 or TA1 rejected */
  readonly rejected_by_999_id?: string | undefined;
  readonly rejected_as?: 'cause' | 'collateral' | undefined;
}

export interface BulkPreview {
  readonly claim_id: string;
  /** Lane before; absent for an unknown claim */
  readonly from?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** Lane after; of the correction for a claim that was sent */
  readonly to?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** Code: why the claim is skipped */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly patient_control_number?: string | undefined;
  readonly outcome: 'change' | 'skip';
  /** The claim was sent, so a correction is created */
  readonly creates_correction?: boolean | undefined;
  /** Errors of the claim after the change */
  readonly errors?: number | undefined;
  /** For `correct`: the fields of the rule that change */
  readonly changes?: readonly {
    /** JSON pointer into `content` */
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
  }[] | undefined;
}

export interface BulkRun {
  readonly id: string;
  /** `selecting` finds the claims of a filter; `running` works on them */
  readonly state: 'selecting' | 'running' | 'done' | 'canceled';
  readonly operation: BulkOperation;
  readonly filter?: BulkFilter | undefined;
  readonly started_at: string;
  readonly started_by: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  /** Claims found so far */
  readonly selected: number;
  readonly processed: number;
  readonly done: number;
  readonly skipped: number;
  readonly skipped_by_reason: { readonly [name: string]: number };
  /** The filter matches more than 10000 claims; start another run for the rest */
  readonly is_truncated: boolean;
}

export interface BulkResult {
  readonly claim_id: string;
  /** Lane before; absent for an unknown claim */
  readonly from?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** Lane after; of the correction for a claim that was sent */
  readonly to?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  /** Code: why the claim is skipped */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly outcome: 'done' | 'skipped';
  /** The correction of a claim that was sent */
  readonly new_claim_id?: string | undefined;
  readonly at: string;
}

export interface ClaimNote {
  readonly id: string;
  readonly claim_id: string;
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

export interface FollowUp {
  /** Subject of a person or key, or `me` for the caller */
  readonly assignee?: 'me' | string | null | undefined;
  /** Day on which to look at the claim again */
  readonly follow_up_on?: string | null | undefined;
}

export interface Upload {
  readonly method: 'PUT';
  readonly url: string;
  /** Headers to send with the file */
  readonly headers: { readonly [name: string]: string };
  readonly expires_at: string;
}

export interface File {
  readonly id: string;
  readonly name: string;
  readonly origin: 'inbox' | 'api';
  /** Key of the object in the inbox */
  readonly object_key?: string | undefined;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  readonly received_at: string;
  readonly updated_at: string;
  readonly finished_at?: string | undefined;
  readonly kinds: readonly ('835' | '999' | '837P' | '277CA' | 'TA1')[];
  readonly counts: {
    readonly interchanges: number;
    readonly groups: number;
    readonly sets: number;
    readonly refused_sets: number;
    readonly claims: number;
    readonly drafts: number;
    readonly duplicates: number;
    readonly charge: number;
    /** Results of responses in the file that match a claim */
    readonly matched: number;
    /** Results of responses in the file without a claim */
    readonly unmatched: number;
  };
  readonly progress: {
    /** Bytes whose content is applied */
    readonly bytes: number;
    readonly percent: number;
    /** Applied units by kind */
    readonly units: { readonly [name: string]: number };
  };
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Why the file, or a part of it, could not be processed */
  readonly reasons: readonly {
    /** Id of an edit (V007) or a code such as not_x12 */
    readonly code: string;
    readonly message: string;
    readonly interchange?: string | undefined;
    readonly group?: string | undefined;
    readonly transaction?: string | undefined;
    readonly segment?: string | undefined;
    readonly segment_index?: number | undefined;
    readonly byte_offset?: number | undefined;
  }[];
  /** Keys of its 999 and of the 277CA for its claims */
  readonly outbound_keys: readonly string[];
  readonly archive_key?: string | undefined;
  readonly quarantine_key?: string | undefined;
  readonly duplicate_of?: string | undefined;
}

export interface FileDetail {
  readonly id: string;
  readonly name: string;
  readonly origin: 'inbox' | 'api';
  /** Key of the object in the inbox */
  readonly object_key?: string | undefined;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  readonly received_at: string;
  readonly updated_at: string;
  readonly finished_at?: string | undefined;
  readonly kinds: readonly ('835' | '999' | '837P' | '277CA' | 'TA1')[];
  readonly counts: {
    readonly interchanges: number;
    readonly groups: number;
    readonly sets: number;
    readonly refused_sets: number;
    readonly claims: number;
    readonly drafts: number;
    readonly duplicates: number;
    readonly charge: number;
    /** Results of responses in the file that match a claim */
    readonly matched: number;
    /** Results of responses in the file without a claim */
    readonly unmatched: number;
  };
  readonly progress: {
    /** Bytes whose content is applied */
    readonly bytes: number;
    readonly percent: number;
    /** Applied units by kind */
    readonly units: { readonly [name: string]: number };
  };
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Why the file, or a part of it, could not be processed */
  readonly reasons: readonly {
    /** Id of an edit (V007) or a code such as not_x12 */
    readonly code: string;
    readonly message: string;
    readonly interchange?: string | undefined;
    readonly group?: string | undefined;
    readonly transaction?: string | undefined;
    readonly segment?: string | undefined;
    readonly segment_index?: number | undefined;
    readonly byte_offset?: number | undefined;
  }[];
  /** Keys of its 999 and of the 277CA for its claims */
  readonly outbound_keys: readonly string[];
  readonly archive_key?: string | undefined;
  readonly quarantine_key?: string | undefined;
  readonly duplicate_of?: string | undefined;
  /** The first 500 findings */
  readonly findings: readonly Finding[];
}

export type ResponseInput = {
  /** X12 text */
  readonly content: string;
} | {
  readonly key: string;
};

export interface ImplementationAcknowledgmentDetail {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly kind: '999' | 'TA1';
  readonly state: 'applying' | 'applied';
  /** ISA08 */
  readonly receiver: string;
  readonly group_control_number?: string | undefined;
  readonly set_control_number?: string | undefined;
  /** AK901, or TA104 */
  readonly code: string;
  readonly verdict: 'accepted' | 'partial' | 'rejected' | 'unknown';
  /** AK905 to AK909, or TA105 */
  readonly errors: readonly {
    readonly code: string;
    readonly text?: string | undefined;
  }[];
  /** What it acknowledges: AK1, or TA101 to TA103 */
  readonly acknowledged: {
    readonly functional_id?: string | undefined;
    readonly group_control_number?: string | undefined;
    readonly version?: string | undefined;
    readonly interchange_control_number?: string | undefined;
    readonly date?: string | undefined;
    readonly time?: string | undefined;
  };
  readonly sets_included?: number | undefined;
  readonly sets_received?: number | undefined;
  readonly sets_accepted?: number | undefined;
  /** Batches that it acknowledges; empty if unmatched */
  readonly batch_ids: readonly string[];
  readonly match: {
    readonly by: 'partners' | 'none' | 'other_partners' | 'not_claims' | 'ambiguous' | 'hand';
    readonly candidates: readonly string[];
  };
  readonly findings: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  readonly claim_counts: {
    readonly accepted: number;
    readonly rejected: number;
    /** Rejected claims that have the error themselves */
    readonly causes: number;
    readonly unknown: number;
    /** Claims sent again since */
    readonly superseded: number;
  };
  readonly sets: readonly {
    readonly set: string;
    readonly set_control_number: string;
    readonly code: string;
    readonly accepted: boolean;
    readonly errors: readonly {
      readonly code: string;
      readonly text?: string | undefined;
    }[];
    readonly segments: readonly {
      readonly segment: string;
      /** Place in its set, ST = 1 */
      readonly position: number;
      readonly loop: string;
      readonly error: {
        readonly code: string;
        readonly text?: string | undefined;
      };
      readonly patient_control_number?: string | undefined;
      readonly elements: readonly {
        readonly element: number;
        readonly component?: number | undefined;
        readonly repetition?: number | undefined;
        readonly data_element: string;
        readonly error: {
          readonly code: string;
          readonly text?: string | undefined;
        };
      }[];
    }[];
    readonly segment_count: number;
  }[];
  /** A page of its claims */
  readonly claims: readonly {
    readonly claim_id: string;
    readonly patient_control_number: string;
    readonly set: string;
    readonly verdict: 'accepted' | 'rejected' | 'unknown';
    readonly role?: 'cause' | 'collateral' | undefined;
    readonly errors: readonly string[];
    /** Lane of the claim afterwards */
    readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
    readonly outcome: 'moved' | 'noted' | 'superseded' | 'unchanged' | 'missing';
  }[];
  readonly next_cursor: string | null;
}

export interface ImplementationAcknowledgment {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly kind: '999' | 'TA1';
  readonly state: 'applying' | 'applied';
  /** ISA08 */
  readonly receiver: string;
  readonly group_control_number?: string | undefined;
  readonly set_control_number?: string | undefined;
  /** AK901, or TA104 */
  readonly code: string;
  readonly verdict: 'accepted' | 'partial' | 'rejected' | 'unknown';
  /** AK905 to AK909, or TA105 */
  readonly errors: readonly {
    readonly code: string;
    readonly text?: string | undefined;
  }[];
  /** What it acknowledges: AK1, or TA101 to TA103 */
  readonly acknowledged: {
    readonly functional_id?: string | undefined;
    readonly group_control_number?: string | undefined;
    readonly version?: string | undefined;
    readonly interchange_control_number?: string | undefined;
    readonly date?: string | undefined;
    readonly time?: string | undefined;
  };
  readonly sets_included?: number | undefined;
  readonly sets_received?: number | undefined;
  readonly sets_accepted?: number | undefined;
  /** Batches that it acknowledges; empty if unmatched */
  readonly batch_ids: readonly string[];
  readonly match: {
    readonly by: 'partners' | 'none' | 'other_partners' | 'not_claims' | 'ambiguous' | 'hand';
    readonly candidates: readonly string[];
  };
  readonly findings: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  readonly claim_counts: {
    readonly accepted: number;
    readonly rejected: number;
    /** Rejected claims that have the error themselves */
    readonly causes: number;
    readonly unknown: number;
    /** Claims sent again since */
    readonly superseded: number;
  };
}

export interface ClaimStatus {
  readonly patient_control_number: string;
  readonly tax_id: string | null;
  /** Status category code of the last STC */
  readonly category: string;
  readonly amount: number | null;
  readonly service_date: string | null;
  readonly service_date_end?: string | undefined;
  /** By the table of the service */
  readonly classification: 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';
  /** By the standard (code source 507) */
  readonly disposition: 'accepted' | 'rejected' | 'pended' | 'paid' | 'denied' | 'finalized' | 'action_needed' | 'error' | 'not_found' | 'unknown';
  /** The two readings contradict each other */
  readonly conflict: boolean;
  readonly status_code: string;
  readonly entity?: string | undefined;
  /** WQ accept, U reject */
  readonly action?: string | undefined;
  readonly effective_date?: string | undefined;
  readonly message?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly numbers: {
    readonly trn02?: string | undefined;
    readonly ref_1k?: string | undefined;
    readonly ref_ej?: string | undefined;
    readonly ref_d9?: string | undefined;
    readonly ref_blt?: string | undefined;
  };
  readonly billing_provider?: {
    readonly entity: string;
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  } | undefined;
  /** Every STC */
  readonly statuses: readonly {
    readonly reasons: readonly {
      readonly category: string;
      readonly category_text?: string | undefined;
      readonly code: string;
      readonly text?: string | undefined;
      readonly entity?: string | undefined;
    }[];
    readonly date?: string | undefined;
    readonly action?: string | undefined;
    readonly amount?: number | undefined;
    readonly message?: string | undefined;
  }[];
  readonly service_lines: readonly {
    readonly procedure: string;
    readonly procedure_qualifier: string;
    readonly modifiers: readonly string[];
    readonly charge: number;
    readonly line_control_number?: string | undefined;
    readonly service_date?: string | undefined;
    readonly statuses: readonly {
      readonly reasons: readonly {
        readonly category: string;
        readonly category_text?: string | undefined;
        readonly code: string;
        readonly text?: string | undefined;
        readonly entity?: string | undefined;
      }[];
      readonly date?: string | undefined;
      readonly action?: string | undefined;
      readonly amount?: number | undefined;
      readonly message?: string | undefined;
    }[];
  }[];
  readonly match: {
    readonly result: 'matched';
    readonly claim_id: string;
    readonly by: 'REF*1K' | 'TRN02' | 'REF*EJ' | 'REF*D9' | 'hand';
    /** Facts that distinguished claims with the same number */
    readonly narrowed_by: readonly string[];
    /** Facts in which response and claim differ */
    readonly differs_in: readonly string[];
  } | {
    readonly result: 'ambiguous';
    readonly claim_ids: readonly string[];
  } | {
    readonly result: 'unmatched';
  };
  readonly outcome: 'moved' | 'noted' | 'superseded' | 'unchanged' | 'ambiguous' | 'unmatched';
  readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
}

export interface ClaimAcknowledgment {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly state: 'applying' | 'applied';
  readonly receiver: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** When the payer gave it; the newer of two acknowledgments counts */
  readonly answered_at: string;
  /** BHT03 */
  readonly reference: string;
  readonly created?: string | undefined;
  readonly source: {
    readonly entity: string;
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  readonly source_trace?: string | undefined;
  readonly received?: string | undefined;
  readonly processed?: string | undefined;
  readonly submitter: {
    readonly entity: string;
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  /** BHT03 of the acknowledged 837 */
  readonly batch?: string | undefined;
  readonly batch_ids: readonly string[];
  readonly totals: {
    readonly accepted?: number | undefined;
    readonly rejected?: number | undefined;
    readonly accepted_amount?: number | undefined;
    readonly rejected_amount?: number | undefined;
  };
  readonly counts: {
    readonly statuses: number;
    readonly matched: number;
    readonly unmatched: number;
    readonly ambiguous: number;
    readonly conflicts: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly pended: number;
    readonly paid: number;
    readonly unknown: number;
    readonly unscoped: number;
    /** Claims reached by a rejection of their batch or provider */
    readonly fanned_out: number;
  };
  /** Statuses that belong to no patient; the first 200 */
  readonly unscoped_statuses: readonly {
    /** HL03: 21 the batch, 19 a billing provider, 22 a subscriber */
    readonly level: string;
    readonly category: string;
    readonly status_code: string;
    /** By the table of the service */
    readonly classification: 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';
    /** By the standard (code source 507) */
    readonly disposition: 'accepted' | 'rejected' | 'pended' | 'paid' | 'denied' | 'finalized' | 'action_needed' | 'error' | 'not_found' | 'unknown';
    readonly conflict: boolean;
    readonly trace?: string | undefined;
    readonly about?: {
      readonly entity: string;
      readonly name: string;
      readonly id_qualifier?: string | undefined;
      readonly id?: string | undefined;
    } | undefined;
    readonly totals: {
      readonly accepted?: number | undefined;
      readonly rejected?: number | undefined;
      readonly accepted_amount?: number | undefined;
      readonly rejected_amount?: number | undefined;
    };
    readonly status: {
      readonly reasons: readonly {
        readonly category: string;
        readonly category_text?: string | undefined;
        readonly code: string;
        readonly text?: string | undefined;
        readonly entity?: string | undefined;
      }[];
      readonly date?: string | undefined;
      readonly action?: string | undefined;
      readonly amount?: number | undefined;
      readonly message?: string | undefined;
    };
  }[];
}

export interface ClaimAcknowledgmentDetail {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly state: 'applying' | 'applied';
  readonly receiver: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** When the payer gave it; the newer of two acknowledgments counts */
  readonly answered_at: string;
  /** BHT03 */
  readonly reference: string;
  readonly created?: string | undefined;
  readonly source: {
    readonly entity: string;
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  readonly source_trace?: string | undefined;
  readonly received?: string | undefined;
  readonly processed?: string | undefined;
  readonly submitter: {
    readonly entity: string;
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  /** BHT03 of the acknowledged 837 */
  readonly batch?: string | undefined;
  readonly batch_ids: readonly string[];
  readonly totals: {
    readonly accepted?: number | undefined;
    readonly rejected?: number | undefined;
    readonly accepted_amount?: number | undefined;
    readonly rejected_amount?: number | undefined;
  };
  readonly counts: {
    readonly statuses: number;
    readonly matched: number;
    readonly unmatched: number;
    readonly ambiguous: number;
    readonly conflicts: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly pended: number;
    readonly paid: number;
    readonly unknown: number;
    readonly unscoped: number;
    /** Claims reached by a rejection of their batch or provider */
    readonly fanned_out: number;
  };
  /** Statuses that belong to no patient; the first 200 */
  readonly unscoped_statuses: readonly {
    /** HL03: 21 the batch, 19 a billing provider, 22 a subscriber */
    readonly level: string;
    readonly category: string;
    readonly status_code: string;
    /** By the table of the service */
    readonly classification: 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';
    /** By the standard (code source 507) */
    readonly disposition: 'accepted' | 'rejected' | 'pended' | 'paid' | 'denied' | 'finalized' | 'action_needed' | 'error' | 'not_found' | 'unknown';
    readonly conflict: boolean;
    readonly trace?: string | undefined;
    readonly about?: {
      readonly entity: string;
      readonly name: string;
      readonly id_qualifier?: string | undefined;
      readonly id?: string | undefined;
    } | undefined;
    readonly totals: {
      readonly accepted?: number | undefined;
      readonly rejected?: number | undefined;
      readonly accepted_amount?: number | undefined;
      readonly rejected_amount?: number | undefined;
    };
    readonly status: {
      readonly reasons: readonly {
        readonly category: string;
        readonly category_text?: string | undefined;
        readonly code: string;
        readonly text?: string | undefined;
        readonly entity?: string | undefined;
      }[];
      readonly date?: string | undefined;
      readonly action?: string | undefined;
      readonly amount?: number | undefined;
      readonly message?: string | undefined;
    };
  }[];
  /** A page of its statuses */
  readonly statuses: readonly ClaimStatus[];
  readonly next_cursor: string | null;
}

export interface RemittanceDetail {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly state: 'reading' | 'applying' | 'applied';
  readonly group_control_number: string;
  readonly set_control_number: string;
  readonly payment: {
    readonly amount: number;
    /** BPR04 */
    readonly method: string;
    /** BPR01 */
    readonly handling: string;
    readonly direction: string;
    readonly date?: string | undefined;
    /** TRN02: check number or trace of the transfer */
    readonly trace: string;
    readonly originator: string;
  };
  readonly payer: {
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  readonly payee: {
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
    readonly tax_id?: string | undefined;
  };
  readonly production_date?: string | undefined;
  readonly currency?: string | undefined;
  readonly claim_count: number;
  readonly charge: number;
  readonly paid: number;
  readonly provider_adjustments: readonly {
    readonly provider: string;
    readonly fiscal_period?: string | undefined;
    readonly reason: string;
    readonly text?: string | undefined;
    readonly reference?: string | undefined;
    /** A positive amount lowers the payment */
    readonly amount: number;
  }[];
  /** Absent while the remittance is read */
  readonly balance?: {
    readonly balanced: boolean;
    readonly unbalanced_lines: number;
    readonly unbalanced_claims: number;
    readonly transaction: BalanceEquation;
    readonly first_unbalanced?: BalanceEquation | undefined;
  } | undefined;
  readonly reversals: readonly {
    /** Number of the claim in the remittance */
    readonly reversal: number;
    readonly original?: number | undefined;
    readonly correction?: number | undefined;
    readonly negates?: boolean | undefined;
    readonly net: number;
  }[];
  readonly counts: {
    readonly matched: number;
    readonly unmatched: number;
    readonly ambiguous: number;
    /** Not posted because they do not balance */
    readonly held: number;
    readonly paid: number;
    readonly denied: number;
    readonly underpaid: number;
    readonly reversed: number;
    readonly other: number;
  };
  /** A page of its claims */
  readonly claims: readonly RemittanceClaim[];
  readonly next_cursor: string | null;
}

export interface BalanceEquation {
  readonly level: 'line' | 'claim' | 'transaction';
  readonly rule: string;
  readonly computed: number;
  readonly stated: number;
  readonly difference: number;
  readonly claim?: number | undefined;
  readonly line?: number | undefined;
  readonly terms: readonly {
    readonly name: string;
    readonly amount: number;
  }[];
}

export interface RemittanceClaim {
  readonly number: number;
  readonly patient_control_number: string;
  readonly payer_control_number: string;
  /** CLP02 */
  readonly status_code: string;
  readonly status_text?: string | undefined;
  readonly charge: number;
  readonly paid: number;
  readonly patient_responsibility: number;
  readonly filing_indicator: string;
  readonly frequency?: string | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly corrected_member_id?: string | undefined;
  readonly adjustments: readonly {
    /** CO, OA, PI, PR */
    readonly group: string;
    /** CARC */
    readonly reason: string;
    readonly amount: number;
    readonly quantity?: number | undefined;
    readonly text?: string | undefined;
  }[];
  readonly remarks: readonly {
    readonly code: string;
    readonly qualifier?: string | undefined;
    readonly text?: string | undefined;
  }[];
  readonly service_lines: readonly {
    readonly line: number;
    /** Place of the line in the claim */
    readonly billed_line?: number | undefined;
    /** Absent until the claim is known */
    readonly matched_by?: 'REF*6R' | 'LX01' | 'procedure_date_charge' | 'only_line' | 'none' | undefined;
    /** Billed lines that fit as well */
    readonly ambiguous?: readonly number[] | undefined;
    readonly procedure: string;
    readonly procedure_qualifier: string;
    readonly modifiers: readonly string[];
    readonly billed_procedure?: string | undefined;
    readonly charge: number;
    readonly paid: number;
    readonly units: number;
    readonly revenue_code?: string | undefined;
    readonly service_date?: string | undefined;
    readonly service_date_end?: string | undefined;
    readonly line_control_number?: string | undefined;
    readonly adjustments: readonly {
      /** CO, OA, PI, PR */
      readonly group: string;
      /** CARC */
      readonly reason: string;
      readonly amount: number;
      readonly quantity?: number | undefined;
      readonly text?: string | undefined;
    }[];
    readonly remarks: readonly {
      readonly code: string;
      readonly qualifier?: string | undefined;
      readonly text?: string | undefined;
    }[];
  }[];
  /** Absent until it is posted */
  readonly match?: {
    readonly result: 'matched';
    readonly claim_id: string;
    readonly by: 'patient_control_number' | 'payer_control_number' | 'hand';
    /** Facts that distinguished claims with the same number */
    readonly narrowed_by: readonly string[];
    /** Facts in which response and claim differ */
    readonly differs_in: readonly string[];
  } | {
    readonly result: 'ambiguous';
    readonly claim_ids: readonly string[];
  } | {
    readonly result: 'unmatched';
  } | undefined;
  readonly outcome?: 'reversed' | 'estimate' | 'forwarded' | 'paid' | 'underpaid' | 'denied' | undefined;
  readonly held?: 'claim_unbalanced' | 'transaction_unbalanced' | undefined;
  readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed' | undefined;
  readonly posted_at?: string | undefined;
}

export interface Remittance {
  readonly id: string;
  readonly file_id: string;
  readonly received_at: string;
  /** ISA06 */
  readonly sender: string;
  readonly interchange_control_number: string;
  readonly state: 'reading' | 'applying' | 'applied';
  readonly group_control_number: string;
  readonly set_control_number: string;
  readonly payment: {
    readonly amount: number;
    /** BPR04 */
    readonly method: string;
    /** BPR01 */
    readonly handling: string;
    readonly direction: string;
    readonly date?: string | undefined;
    /** TRN02: check number or trace of the transfer */
    readonly trace: string;
    readonly originator: string;
  };
  readonly payer: {
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
  };
  readonly payee: {
    readonly name: string;
    readonly id_qualifier?: string | undefined;
    readonly id?: string | undefined;
    readonly tax_id?: string | undefined;
  };
  readonly production_date?: string | undefined;
  readonly currency?: string | undefined;
  readonly claim_count: number;
  readonly charge: number;
  readonly paid: number;
  readonly provider_adjustments: readonly {
    readonly provider: string;
    readonly fiscal_period?: string | undefined;
    readonly reason: string;
    readonly text?: string | undefined;
    readonly reference?: string | undefined;
    /** A positive amount lowers the payment */
    readonly amount: number;
  }[];
  /** Absent while the remittance is read */
  readonly balance?: {
    readonly balanced: boolean;
    readonly unbalanced_lines: number;
    readonly unbalanced_claims: number;
    readonly transaction: BalanceEquation;
    readonly first_unbalanced?: BalanceEquation | undefined;
  } | undefined;
  readonly reversals: readonly {
    /** Number of the claim in the remittance */
    readonly reversal: number;
    readonly original?: number | undefined;
    readonly correction?: number | undefined;
    readonly negates?: boolean | undefined;
    readonly net: number;
  }[];
  readonly counts: {
    readonly matched: number;
    readonly unmatched: number;
    readonly ambiguous: number;
    /** Not posted because they do not balance */
    readonly held: number;
    readonly paid: number;
    readonly denied: number;
    readonly underpaid: number;
    readonly reversed: number;
    readonly other: number;
  };
}

export interface BankFile {
  /** Derived from the content and its settings */
  readonly id: string;
  readonly account: string;
  readonly imported_at: string;
  readonly imported_by: string;
  /** False if the request ended early; send the same file again to continue */
  readonly complete: boolean;
  /** Lines after the header, without blank ones */
  readonly lines: number;
  readonly new_lines: number;
  /** Lines that an earlier file had too */
  readonly known_lines: number;
  /** Lines that were not stored */
  readonly bad_lines: number;
  /** The first 200 faults */
  readonly faults: readonly {
    readonly line: number;
    readonly column?: string | undefined;
    readonly message: string;
  }[];
  /** Nothing was stored */
  readonly dry_run?: true | undefined;
}

export interface BankLine {
  readonly id: string;
  readonly version: number;
  readonly state: 'new' | 'unmatched' | 'several_candidates' | 'amount_differs' | 'matched';
  /** Name of the bank account; empty if the import named none */
  readonly account: string;
  readonly date: string;
  /** Positive for a deposit */
  readonly amount: number;
  readonly trace?: string | undefined;
  readonly description?: string | undefined;
  /** Bank file that had the line first */
  readonly file_id: string;
  /** Line number in that file, from 1 */
  readonly line: number;
  readonly imported_at: string;
  readonly remittance_ids: readonly string[];
  readonly matched_by?: 'trace' | 'amount_and_date' | 'hand' | undefined;
  /** Amount of the bank less that of the remittances, if they differ */
  readonly difference?: number | undefined;
  /** Reason of the person who matched or unmatched it last */
  readonly reason?: string | undefined;
  readonly decided_by?: string | undefined;
  readonly decided_at?: string | undefined;
}

export interface DepositCandidate {
  readonly deposit: Deposit;
  /** What fits; `refused`: a person unmatched it */
  readonly why: readonly ('trace' | 'amount' | 'date' | 'refused')[];
}

export interface Deposit {
  readonly remittance_id: string;
  readonly version: number;
  readonly state: 'new' | 'expected' | 'amount_differs' | 'matched' | 'not_expected';
  /** BPR16, or the day of receipt */
  readonly date: string;
  /** BPR02; negative for a debit */
  readonly amount: number;
  /** BPR04 */
  readonly method: string;
  /** TRN02 */
  readonly trace: string;
  readonly payer_id: string;
  readonly payer_name: string;
  readonly payee_id?: string | undefined;
  readonly received_at: string;
  readonly bank_line_id?: string | undefined;
  readonly matched_by?: 'trace' | 'amount_and_date' | 'hand' | undefined;
  /** Amount of the bank less that of the remittances, if they differ */
  readonly difference?: number | undefined;
  /** Reason of the person who matched or unmatched it last */
  readonly reason?: string | undefined;
  readonly decided_by?: string | undefined;
  readonly decided_at?: string | undefined;
}

export interface Reconciliation {
  readonly bank_lines: {
    readonly new: {
      readonly count: number;
      readonly amount: number;
    };
    readonly unmatched: {
      readonly count: number;
      readonly amount: number;
    };
    readonly several_candidates: {
      readonly count: number;
      readonly amount: number;
    };
    readonly amount_differs: {
      readonly count: number;
      readonly amount: number;
    };
    readonly matched: {
      readonly count: number;
      readonly amount: number;
    };
  };
  readonly deposits: {
    readonly new: {
      readonly count: number;
      readonly amount: number;
    };
    readonly expected: {
      readonly count: number;
      readonly amount: number;
    };
    readonly amount_differs: {
      readonly count: number;
      readonly amount: number;
    };
    readonly matched: {
      readonly count: number;
      readonly amount: number;
    };
    readonly not_expected: {
      readonly count: number;
      readonly amount: number;
    };
  };
}

export interface ProviderBalance {
  readonly payer_id: string;
  readonly payer_name: string;
  /** PLB01 */
  readonly provider: string;
  /** Sum of all adjustments; positive: the payer kept back more than it added */
  readonly balance: number;
  /** Owed to the payer and carried forward: FB of later remittances will collect it */
  readonly forwarding_balance: number;
  /** Sum of withholdings (E3, IR) */
  readonly withheld: number;
  /** Sum of overpayment recoveries (WO, WU, 72) */
  readonly recouped: number;
  /** Interest and penalties (L6, 51, L3); negative: paid to the provider */
  readonly interest: number;
  readonly other: number;
  /** Sums by PLB reason code */
  readonly by_reason: { readonly [name: string]: number };
  /** Remittances with adjustments */
  readonly entries: number;
  readonly updated_at: string;
}

export interface LedgerEntry {
  readonly payer_id: string;
  readonly provider: string;
  readonly remittance_id: string;
  readonly trace: string;
  /** BPR16, or the day of receipt */
  readonly date: string;
  readonly posted_at: string;
  /** Whether the remittance adds up */
  readonly balanced: boolean;
  /** Sum of the adjustments; positive: it lowered the payment */
  readonly amount: number;
  /** Running balance of payer and provider after the entry */
  readonly balance: number;
  readonly adjustments: readonly {
    /** PLB01, if it is not the provider of the entry */
    readonly provider?: string | undefined;
    readonly reason: string;
    readonly text?: string | undefined;
    readonly kind: 'forwarding_balance' | 'withholding' | 'recoupment' | 'interest' | 'other';
    readonly reference?: string | undefined;
    readonly fiscal_period?: string | undefined;
    readonly amount: number;
  }[];
}

export interface PatientShare {
  readonly claim_id: string;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly billing_npi: string;
  readonly service_from?: string | undefined;
  readonly patient_responsibility: number;
  readonly by_reason: PatientResponsibilityByReason;
}

export interface AgingRow {
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue';
  readonly payer_id: string;
  /** By days since the first day of service */
  readonly ages: {
    readonly '0_30': {
      readonly count: number;
      readonly amount: number;
    };
    readonly '31_60': {
      readonly count: number;
      readonly amount: number;
    };
    readonly '61_90': {
      readonly count: number;
      readonly amount: number;
    };
    readonly '91_120': {
      readonly count: number;
      readonly amount: number;
    };
    readonly '121_plus': {
      readonly count: number;
      readonly amount: number;
    };
  };
  readonly total: {
    readonly count: number;
    readonly amount: number;
  };
}

export interface DenialRow {
  readonly payer_id: string;
  readonly group: string;
  /** CARC */
  readonly reason: string;
  readonly text?: string | undefined;
  readonly claims: number;
  readonly amount: number;
}

export interface DaysToPayRow {
  readonly payer_id: string;
  readonly claims: number;
  /** To one decimal place */
  readonly average_days: number;
  /** Claims by days, such as `8_14`; the last is `91_plus` */
  readonly classes: { readonly [name: string]: number };
}

export interface CleanClaimsRow {
  readonly payer_id: string;
  readonly sent: number;
  readonly clean: number;
  /** `clean` of `sent`, to four decimal places */
  readonly rate: number;
}

export interface UnmatchedItem {
  readonly id: string;
  readonly version: number;
  /** Payment of an 835, status of a 277CA, or a 999 or TA1 */
  readonly kind: 'payment' | 'status' | 'acknowledgment';
  /**
   * unmatched: fits nothing. ambiguous: fits several. other_partners: the number belongs to a batch of
   * other partners. claim_unbalanced, transaction_unbalanced: matched and not posted. too_long: not
   * stored in full
   */
  readonly reason: 'unmatched' | 'ambiguous' | 'other_partners' | 'claim_unbalanced' | 'transaction_unbalanced' | 'too_long';
  readonly state: 'open' | 'resolved' | 'dismissed';
  readonly response: '835' | '999' | '277CA' | 'TA1';
  /** Id of the remittance or acknowledgment */
  readonly response_id: string;
  readonly file_id: string;
  /** Payment in the remittance, from 1, or status in the 277CA, from 0 */
  readonly number: number;
  readonly received_at: string;
  readonly updated_at: string;
  readonly patient_control_number?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly payer_name?: string | undefined;
  readonly payer_id?: string | undefined;
  /** CLP02, category and code of the status, AK901 or TA104 */
  readonly code?: string | undefined;
  readonly charge?: number | undefined;
  readonly paid?: number | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly billing_npi?: string | undefined;
  readonly tax_id?: string | undefined;
  /** Acknowledged group or interchange */
  readonly control_number?: string | undefined;
  /** Claim of a held payment, or claims that fit equally well */
  readonly claim_ids: readonly string[];
  /** Batches with the acknowledged number */
  readonly batch_ids: readonly string[];
  /** The last decision is of a person and can be taken back */
  readonly can_take_back: boolean;
  /** Oldest first */
  readonly decisions: readonly {
    readonly at: string;
    /** Caller, or `file:` and the id of the file whose response settled the item */
    readonly by: string;
    /**
     * attached: by a person. matched: by a claim that arrived later. superseded: by a later response.
     * dismissed, taken_back: by a person
     */
    readonly action: 'attached' | 'matched' | 'superseded' | 'dismissed' | 'taken_back';
    /** Recorded in the audit log */
    readonly reason?: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other' | undefined;
    readonly note?: string | undefined;
    readonly claim_id?: string | undefined;
    readonly batch_id?: string | undefined;
    readonly response_id?: string | undefined;
  }[];
}

export interface UnmatchedItemDetail {
  readonly id: string;
  readonly version: number;
  /** Payment of an 835, status of a 277CA, or a 999 or TA1 */
  readonly kind: 'payment' | 'status' | 'acknowledgment';
  /**
   * unmatched: fits nothing. ambiguous: fits several. other_partners: the number belongs to a batch of
   * other partners. claim_unbalanced, transaction_unbalanced: matched and not posted. too_long: not
   * stored in full
   */
  readonly reason: 'unmatched' | 'ambiguous' | 'other_partners' | 'claim_unbalanced' | 'transaction_unbalanced' | 'too_long';
  readonly state: 'open' | 'resolved' | 'dismissed';
  readonly response: '835' | '999' | '277CA' | 'TA1';
  /** Id of the remittance or acknowledgment */
  readonly response_id: string;
  readonly file_id: string;
  /** Payment in the remittance, from 1, or status in the 277CA, from 0 */
  readonly number: number;
  readonly received_at: string;
  readonly updated_at: string;
  readonly patient_control_number?: string | undefined;
  readonly payer_control_number?: string | undefined;
  readonly payer_name?: string | undefined;
  readonly payer_id?: string | undefined;
  /** CLP02, category and code of the status, AK901 or TA104 */
  readonly code?: string | undefined;
  readonly charge?: number | undefined;
  readonly paid?: number | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly billing_npi?: string | undefined;
  readonly tax_id?: string | undefined;
  /** Acknowledged group or interchange */
  readonly control_number?: string | undefined;
  /** Claim of a held payment, or claims that fit equally well */
  readonly claim_ids: readonly string[];
  /** Batches with the acknowledged number */
  readonly batch_ids: readonly string[];
  /** The last decision is of a person and can be taken back */
  readonly can_take_back: boolean;
  /** Oldest first */
  readonly decisions: readonly {
    readonly at: string;
    /** Caller, or `file:` and the id of the file whose response settled the item */
    readonly by: string;
    /**
     * attached: by a person. matched: by a claim that arrived later. superseded: by a later response.
     * dismissed, taken_back: by a person
     */
    readonly action: 'attached' | 'matched' | 'superseded' | 'dismissed' | 'taken_back';
    /** Recorded in the audit log */
    readonly reason?: 'verified_with_payer' | 'verified_on_eob' | 'verified_in_bank' | 'handled_elsewhere' | 'not_ours' | 'duplicate' | 'informational' | 'entered_in_error' | 'other' | undefined;
    readonly note?: string | undefined;
    readonly claim_id?: string | undefined;
    readonly batch_id?: string | undefined;
    readonly response_id?: string | undefined;
  }[];
  readonly member_id?: string | undefined;
  readonly patient_name?: string | undefined;
  /** Claims that may be meant, likeliest first */
  readonly candidates: readonly ClaimCandidate[];
  /** Batches that may be meant, likeliest first */
  readonly batch_candidates: readonly BatchCandidate[];
}

export interface ClaimCandidate {
  readonly claim_id: string;
  /** 100: every known fact agrees */
  readonly score: number;
  /** Facts that agree, strongest first */
  readonly reasons: readonly ('patient_control_number' | 'similar_number' | 'payer_control_number' | 'member_id' | 'patient_name' | 'amount' | 'service_dates' | 'provider' | 'payer' | 'batch' | 'waiting')[];
  /** Facts that are known on both sides and differ */
  readonly differs_in: readonly string[];
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly billing_npi: string;
  readonly total_charge: number;
  readonly paid?: number | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
  readonly lane: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | 'closed' | 'dismissed';
}

export interface BatchCandidate {
  readonly batch_id: string;
  readonly score: number;
  readonly reasons: readonly ('control_number' | 'interchange_partners' | 'group_partners' | 'sent_from_here' | 'unacknowledged')[];
  readonly direction: 'received' | 'sent';
  /** When the batch was received or sent */
  readonly at: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly sender: string;
  readonly receiver: string;
}

export interface Clearhouse {
  readonly id: string;
  readonly name: string;
  readonly environment: 'production' | 'test';
  readonly trading_partner_id: string;
  readonly submitter: {
    readonly name: string;
    readonly contact: {
      readonly name: string;
      readonly phone: string;
    };
  };
  readonly transport: 'stub' | 'sftp';
  readonly sftp?: {
    readonly host: string;
    readonly port: number;
    readonly username: string;
    readonly host_key: string;
    readonly upload_directory: string;
    readonly response_directory: string;
    readonly delete_after_pickup: boolean;
  } | undefined;
  readonly file_name: {
    readonly prefix: string;
    readonly time_zone: string;
    readonly part: string;
    readonly extension: string;
  };
  readonly last_visit?: {
    readonly at: string;
    /** Responses that were moved to the inbox */
    readonly taken: number;
    /** Responses that the next visit takes if they are unchanged */
    readonly waiting: number;
    /** The first 200 responses that cannot be taken, with their reasons; they stay on the server */
    readonly passed_over: readonly {
      readonly name: string;
      readonly size: number;
      readonly code: string;
      readonly message: string;
    }[];
    readonly passed_over_count: number;
    readonly error?: {
      readonly code: string;
      readonly message: string;
    } | undefined;
  } | undefined;
}

export interface Submission {
  readonly id: string;
  readonly state: 'preparing' | 'prepared' | 'uploaded' | 'sent' | 'recorded' | 'abandoned';
  readonly payer_id: string;
  readonly file_name: string;
  readonly trading_partner_id: string;
  readonly transport: 'stub' | 'sftp';
  readonly size: number;
  readonly sha256: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly reference: string;
  readonly claim_count: number;
  readonly recorded_count: number;
  readonly total_charge: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly sent_at?: string | undefined;
  readonly finished_at?: string | undefined;
  readonly attempts: number;
  readonly last_error?: {
    readonly code: string;
    readonly message: string;
    readonly at: string;
  } | undefined;
}

export interface SubmissionWithClaims {
  readonly id: string;
  readonly state: 'preparing' | 'prepared' | 'uploaded' | 'sent' | 'recorded' | 'abandoned';
  readonly payer_id: string;
  readonly file_name: string;
  readonly trading_partner_id: string;
  readonly transport: 'stub' | 'sftp';
  readonly size: number;
  readonly sha256: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly reference: string;
  readonly claim_count: number;
  readonly recorded_count: number;
  readonly total_charge: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly sent_at?: string | undefined;
  readonly finished_at?: string | undefined;
  readonly attempts: number;
  readonly last_error?: {
    readonly code: string;
    readonly message: string;
    readonly at: string;
  } | undefined;
  readonly claims: readonly {
    readonly claim_id: string;
    readonly patient_control_number: string;
    readonly set: string;
  }[];
}

export interface PayerWithConfigs {
  readonly id: string;
  readonly name: string;
  readonly configs: readonly PayerConfig[];
}

export type PayerConfig = {
  readonly receiver: {
    readonly qualifier: '14' | '20' | '27' | '28' | '29' | '30' | '33' | '01' | 'ZZ';
    readonly id: string;
    readonly name: string;
  };
  readonly profile?: { readonly [name: string]: unknown } | undefined;
  readonly payer_id: string;
  readonly transaction: '837P';
} | {
  readonly overdue_after_hours: number;
  readonly payer_id: string;
  readonly transaction: '999';
} | {
  readonly reading: 'contract' | 'standard';
  readonly time_zone?: string | undefined;
  readonly overdue_after_hours: number;
  readonly send_for_received_claims: boolean;
  readonly payer_id: string;
  readonly transaction: '277CA';
} | {
  readonly overdue_after_hours: number;
  readonly payer_id: string;
  readonly transaction: '835';
};

export interface Provider {
  readonly npi: string;
  readonly name: string;
  readonly site: string;
  readonly tax_id: string;
  readonly zip: string;
  readonly taxonomies: readonly string[];
}

export interface AlertRuleInput {
  /** Shown in alerts; must not name patients */
  readonly name: string;
  readonly condition: {
    readonly kind: 'rejected_claims';
    readonly lanes?: readonly ('rejected' | 'payer_rejected' | 'denied')[] | undefined;
    /** Claims for this payer only */
    readonly payer_id?: string | undefined;
    /** Hours before now that count */
    readonly hours?: number | undefined;
    /** Alerts from this number on */
    readonly count?: number | undefined;
    /** Alerts from this sum on; with `count`, one of the two is enough */
    readonly amount?: number | undefined;
  } | {
    readonly kind: 'quarantined_files';
    /** Hours before now that count */
    readonly hours?: number | undefined;
    /** Alerts from this number on */
    readonly count?: number | undefined;
  } | {
    readonly kind: 'overdue_claims';
    /** Claims for this payer only */
    readonly payer_id?: string | undefined;
    /** Alerts from this number on */
    readonly count?: number | undefined;
    /** Alerts from this sum on; with `count`, one of the two is enough */
    readonly amount?: number | undefined;
  } | {
    readonly kind: 'unmatched_items';
    /** Items that are open for longer */
    readonly older_than_days?: number | undefined;
    readonly item_kind?: 'payment' | 'status' | 'acknowledgment' | undefined;
    /** Alerts from this number on */
    readonly count?: number | undefined;
  } | {
    readonly kind: 'clearinghouse';
    /** Submissions that are unfinished for longer; a failed last visit always counts */
    readonly older_than_minutes?: number | undefined;
  } | {
    readonly kind: 'unreconciled_deposits';
    /** Remittances that are paid for longer without a bank line */
    readonly older_than_days?: number | undefined;
    /** Alerts from this number on */
    readonly count?: number | undefined;
    /** Alerts from this sum on; with `count`, one of the two is enough */
    readonly amount?: number | undefined;
  };
  readonly schedule: {
    readonly mode: 'immediate';
    /** Minutes after an alert in which no other follows; the next one covers them */
    readonly window_minutes?: number | undefined;
  } | {
    readonly mode: 'daily';
    /** From this hour on, in the time zone of the practice */
    readonly hour?: number | undefined;
  };
  /** E-mail addresses, or one webhook */
  readonly recipients: {
    readonly emails: readonly string[];
  } | {
    readonly webhook_url: string;
  };
  /** A paused rule is not evaluated */
  readonly paused?: boolean | undefined;
}

export type AlertCondition = {
  readonly kind: 'rejected_claims';
  readonly lanes: readonly ('rejected' | 'payer_rejected' | 'denied')[];
  /** Claims for this payer only */
  readonly payer_id?: string | undefined;
  /** Hours before now that count */
  readonly hours: number;
  /** Alerts from this number on */
  readonly count?: number | undefined;
  /** Alerts from this sum on; with `count`, one of the two is enough */
  readonly amount?: number | undefined;
} | {
  readonly kind: 'quarantined_files';
  /** Hours before now that count */
  readonly hours: number;
  /** Alerts from this number on */
  readonly count?: number | undefined;
} | {
  readonly kind: 'overdue_claims';
  /** Claims for this payer only */
  readonly payer_id?: string | undefined;
  /** Alerts from this number on */
  readonly count?: number | undefined;
  /** Alerts from this sum on; with `count`, one of the two is enough */
  readonly amount?: number | undefined;
} | {
  readonly kind: 'unmatched_items';
  /** Items that are open for longer */
  readonly older_than_days: number;
  readonly item_kind?: 'payment' | 'status' | 'acknowledgment' | undefined;
  /** Alerts from this number on */
  readonly count?: number | undefined;
} | {
  readonly kind: 'clearinghouse';
  /** Submissions that are unfinished for longer; a failed last visit always counts */
  readonly older_than_minutes: number;
} | {
  readonly kind: 'unreconciled_deposits';
  /** Remittances that are paid for longer without a bank line */
  readonly older_than_days: number;
  /** Alerts from this number on */
  readonly count?: number | undefined;
  /** Alerts from this sum on; with `count`, one of the two is enough */
  readonly amount?: number | undefined;
};

export type AlertSchedule = {
  readonly mode: 'immediate';
  /** Minutes after an alert in which no other follows; the next one covers them */
  readonly window_minutes: number;
} | {
  readonly mode: 'daily';
  /** From this hour on, in the time zone of the practice */
  readonly hour: number;
};

export interface AlertRule {
  readonly id: string;
  readonly version: number;
  /** Shown in alerts; must not name patients */
  readonly name: string;
  readonly condition: AlertCondition;
  readonly schedule: AlertSchedule;
  /** E-mail addresses, or one webhook */
  readonly recipients: {
    readonly emails: readonly string[];
  } | {
    readonly webhook_url: string;
  };
  /** A paused rule is not evaluated */
  readonly paused: boolean;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

export interface Alert {
  /** Also `webhook-id` of the webhook */
  readonly id: string;
  readonly rule_id: string;
  readonly rule_name: string;
  readonly condition: AlertCondition;
  /** Requested by a person, whether or not the condition holds */
  readonly test: boolean;
  readonly raised_at: string;
  readonly count: number;
  readonly amount?: number | undefined;
  /** More records were not counted */
  readonly at_least: boolean;
  /** Error code of the last visit to the clearinghouse */
  readonly failing?: string | undefined;
  /** The first 20 records */
  readonly ids: readonly string[];
  /** Lists of the records, below the address of the API */
  readonly links: readonly string[];
  /** `pending` while an attempt is left; `failed` if a recipient has not got it */
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly deliveries: readonly {
    /** E-mail address or webhook URL */
    readonly recipient: string;
    readonly state: 'pending' | 'delivered' | 'failed';
    readonly attempts: number;
    readonly next_attempt_at?: string | undefined;
    readonly last_attempt_at?: string | undefined;
    /** Cause of the last failure, such as `timeout` or `status_500` */
    readonly error?: string | undefined;
  }[];
}

export interface Retention {
  readonly version: number;
  /** Days after the last change of a record; null keeps everything */
  readonly retention_days: number | null;
  /** Whether a purge starts every day */
  readonly automatic: boolean;
  readonly updated_at?: string | undefined;
  readonly updated_by?: string | undefined;
}

export interface LegalHold {
  readonly id: string;
  /** Claims, with their files, submissions and responses */
  readonly claim_ids: readonly string[];
  /** Members whose claims are held, also claims that arrive later */
  readonly member_ids: readonly string[];
  /** Files */
  readonly file_ids: readonly string[];
  /** Remittances, with their files */
  readonly remittance_ids: readonly string[];
  /** No record is purged */
  readonly everything: boolean;
  readonly reason: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly released_at?: string | undefined;
  readonly released_by?: string | undefined;
  readonly release_reason?: string | undefined;
}

export interface Purge {
  readonly id: string;
  readonly state: 'running' | 'done';
  readonly dry_run: boolean;
  readonly retention_days: number;
  /** Records last changed before this time are purged */
  readonly cutoff: string;
  readonly started_at: string;
  readonly started_by: string;
  readonly finished_at: string | null;
  /** In a dry run: what a purge would remove */
  readonly purged: {
    readonly claims: number;
    readonly remittances: number;
    readonly acknowledgments: number;
    readonly submissions: number;
    readonly bulk_runs: number;
    readonly files: number;
    readonly bank_lines: number;
    readonly bank_files: number;
    readonly ledger_entries: number;
    readonly objects: number;
  };
  /** Expired records that a legal hold or work in progress keeps */
  readonly held: number;
}

export interface AuditEntry {
  readonly id: number;
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly payload_json: string;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly hash: string;
}

export interface Verification {
  readonly ok: boolean;
  readonly first_bad_id: number | null;
  readonly reason: 'altered_field' | 'altered_hash' | 'broken_link' | 'missing_entry' | 'unexpected_entry' | 'truncated_end' | 'head_disagrees' | 'checkpoint_disagrees' | 'time_goes_back' | 'unknown_attribute' | 'incomplete' | null;
  readonly detail: string | null;
  readonly checked: number;
  readonly from: number;
  readonly to: number;
  readonly complete: boolean;
  readonly head: {
    readonly sequence: number;
    readonly hash: string;
    readonly created_at: string;
  } | null;
  readonly checkpoints: number;
}

export interface VerificationRun {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly from: number;
  readonly to: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly progress: number;
  readonly result: Verification | null;
}

export interface ExportRun {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly from: number;
  readonly to: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly progress: number;
  readonly entries: number | null;
  readonly bytes: number | null;
  readonly url: string | null;
  readonly url_expires_at: string | null;
}

export interface Checkpoint {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly time: string;
  readonly key_id: string;
  readonly signature: string;
}

export interface ClaimsApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: 'biller' | 'auditor' | 'admin';
  /** Billing providers to which the key is limited; all providers by default */
  readonly billing_npis?: readonly string[] | undefined;
  /** First characters of the secret */
  readonly prefix: string;
  readonly created_at: string;
  readonly revoked_at?: string | undefined;
}
