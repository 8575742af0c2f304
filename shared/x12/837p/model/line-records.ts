import type { Position } from '../../reader/segment.ts';
import { type AdjudicationRecord, noProcedure } from './coverage-records.ts';
import type {
  Drug,
  EquipmentCertification,
  EquipmentService,
  FormAnswer,
  LineDates,
  LineParties,
  LineReferences,
  PurchasedService,
  ServiceLine,
  SupportingForm,
  TestResult,
} from './line.ts';
import type { QualifiedReference } from './party.ts';
import { none, type PartyRecord, type Writable } from './party-records.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Note,
  Procedure,
  Repricing,
} from './supplement.ts';

export class LineRecord implements ServiceLine {
  position: Position | undefined = undefined;
  number: number | undefined = undefined;
  procedure: Procedure = noProcedure;
  charge: number | undefined = undefined;
  unit: string | undefined = undefined;
  quantity: number | undefined = undefined;
  placeOfService: string | undefined = undefined;
  diagnosisPointers: number[] = none;
  emergency: string | undefined = undefined;
  epsdt: string | undefined = undefined;
  familyPlanning: string | undefined = undefined;
  copayStatus: string | undefined = undefined;
  serviceDate: string | undefined = undefined;
  serviceDateEnd: string | undefined = undefined;
  controlNumber: string | undefined = undefined;
  equipment: EquipmentService | undefined = undefined;
  attachments: Attachment[] = none;
  certificateTransmission: string | undefined = undefined;
  ambulance: AmbulanceTransport | undefined = undefined;
  equipmentCertification: EquipmentCertification | undefined = undefined;
  conditions: Condition[] = none;
  dates: Writable<LineDates> | undefined = undefined;
  ambulancePatients: number | undefined = undefined;
  obstetricUnits: number | undefined = undefined;
  testResults: TestResult[] = none;
  contract: Contract | undefined = undefined;
  references: Writable<LineReferences> | undefined = undefined;
  priorAuthorizations: QualifiedReference[] = none;
  referrals: QualifiedReference[] = none;
  salesTax: number | undefined = undefined;
  postage: number | undefined = undefined;
  fixedFormat: string[] = none;
  note: Note | undefined = undefined;
  thirdPartyNote: string | undefined = undefined;
  purchasedService: PurchasedService | undefined = undefined;
  repricing: Repricing | undefined = undefined;
  drug: DrugRecord | undefined = undefined;
  parties: LinePartiesRecord | undefined = undefined;
  adjudications: AdjudicationRecord[] = none;
  forms: FormRecord[] = none;
}

export class DrugRecord implements Drug {
  position: Position | undefined = undefined;
  qualifier = '';
  code = '';
  quantity: number | undefined = undefined;
  unit: string | undefined = undefined;
  prescription: QualifiedReference | undefined = undefined;
}

export class LinePartiesRecord implements LineParties {
  rendering: PartyRecord | undefined = undefined;
  purchasedServiceProvider: PartyRecord | undefined = undefined;
  serviceFacility: PartyRecord | undefined = undefined;
  supervising: PartyRecord | undefined = undefined;
  ordering: PartyRecord | undefined = undefined;
  referring: PartyRecord[] = none;
  pickUp: PartyRecord | undefined = undefined;
  dropOff: PartyRecord | undefined = undefined;
}

export class FormRecord implements SupportingForm {
  position: Position | undefined = undefined;
  qualifier = '';
  id = '';
  answers: FormAnswer[] = none;
}
