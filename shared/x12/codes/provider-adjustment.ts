import { codeSource } from '../guide/code-list.ts';

/** PLB03-1, data element 426 as 005010X221A1 uses it. A positive amount lowers the payment. */
export const providerAdjustmentReason = codeSource(
  'Provider adjustment reason (PLB03-1)',
  `
  50 late charge | 51 interest penalty | 72 authorized return by the provider | 90 early payment allowance |
  AH origination fee | AM applied to the account of the borrower | AP acceleration of benefits | B2 rebate |
  B3 recovery allowance | BD bad debt | BN bonus | C5 temporary allowance | CR capitation interest |
  CS adjustment | CT capitation payment | CV capital pass-through |
  CW certified registered nurse anesthetist pass-through | DM direct medical education pass-through |
  E3 withholding | FB forwarding balance | FC fund allocation | GO graduate medical education pass-through |
  HM hemophilia clotting factor | IP incentive premium payment | IR tax withholding |
  IS interim settlement | J1 nonreimbursable | L3 penalty | L6 interest owed | LE levy | LS lump sum |
  OA organ acquisition pass-through | OB offset for affiliated providers | PI periodic interim payment |
  PL final payment | RA retroactive adjustment | RE return on equity | SL student loan repayment |
  TL third party liability | WO overpayment recovery | WU recovery without a stated reason
`,
);
