/** What loops 2300 and 2400 tell in the same segments. */

/** PWK. */
export interface Attachment {
  readonly reportType: string;
  readonly transmission: string;
  readonly controlNumber?: string | undefined;
}

/** CN1. */
export interface Contract {
  readonly type: string;
  readonly amount?: number | undefined;
  readonly percentage?: number | undefined;
  readonly code?: string | undefined;
  readonly discountPercentage?: number | undefined;
  readonly version?: string | undefined;
}

/** NTE. */
export interface Note {
  readonly purpose: string;
  readonly text: string;
}

/** CR1. */
export interface AmbulanceTransport {
  /** Pounds. */
  readonly patientWeight?: number | undefined;
  readonly reason?: string | undefined;
  readonly miles?: number | undefined;
  readonly roundTripPurpose?: string | undefined;
  readonly stretcherPurpose?: string | undefined;
}

/** CRC. */
export interface Condition {
  /** 07 ambulance, E1 to E3 vision, 75 homebound, ZZ EPSDT, 70 hospice, 09 equipment. */
  readonly category: string;
  /** Y or N. */
  readonly applies: string;
  readonly codes: readonly string[];
}

/** HCP; the repriced service is told on lines only. */
export interface Repricing {
  readonly method: string;
  readonly allowed?: number | undefined;
  readonly saving?: number | undefined;
  readonly organizationId?: string | undefined;
  readonly rate?: number | undefined;
  readonly groupCode?: string | undefined;
  readonly groupAmount?: number | undefined;
  readonly procedureQualifier?: string | undefined;
  readonly procedureCode?: string | undefined;
  readonly unit?: string | undefined;
  readonly quantity?: number | undefined;
  readonly rejectReason?: string | undefined;
  readonly policyCompliance?: string | undefined;
  readonly exception?: string | undefined;
}

/** C003 of SV101 and SVD03. */
export interface Procedure {
  /** HC for CPT and HCPCS. */
  readonly qualifier: string;
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly description?: string | undefined;
}
