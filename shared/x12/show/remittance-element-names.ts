/** Names of the amounts and counts of MIA, MOA, TS2 and TS3 by element number (005010X221A1). */
export type ElementNames = Readonly<Partial<Record<number, string>>>;

export const inpatientNames: ElementNames = {
  2: 'PPS operating outlier amount',
  6: 'Disproportionate share amount',
  7: 'MSP pass-through amount',
  8: 'PPS capital amount',
  9: 'PPS capital FSP DRG amount',
  10: 'PPS capital HSP DRG amount',
  11: 'PPS capital DSH DRG amount',
  12: 'Old capital amount',
  13: 'PPS capital IME amount',
  14: 'PPS operating hospital specific DRG amount',
  16: 'PPS operating federal specific DRG amount',
  17: 'PPS capital outlier amount',
  18: 'Indirect teaching amount',
  19: 'Nonpayable professional component amount',
  24: 'PPS capital exception amount',
};

export const outpatientNames: ElementNames = {
  8: 'ESRD payment amount',
  9: 'Nonpayable professional component amount',
};

export const providerSummaryNames: ElementNames = {
  13: 'Total MSP payer amount',
  15: 'Total non-lab charge',
  17: 'Total HCPCS reportable charge',
  18: 'Total HCPCS payable amount',
  20: 'Total professional component amount',
  21: 'Total MSP patient liability met',
  22: 'Total patient reimbursement',
  23: 'Total PIP claim count',
  24: 'Total PIP adjustment amount',
};

export const supplementalNames: ElementNames = {
  1: 'Total DRG amount',
  2: 'Total federal specific amount',
  3: 'Total hospital specific amount',
  4: 'Total disproportionate share amount',
  5: 'Total capital amount',
  6: 'Total indirect medical education amount',
  7: 'Total outlier day count',
  8: 'Total day outlier amount',
  9: 'Total cost outlier amount',
  10: 'Average DRG length of stay',
  11: 'Total discharge count',
  12: 'Total cost report day count',
  13: 'Total covered day count',
  14: 'Total noncovered day count',
  15: 'Total MSP pass-through amount',
  16: 'Average DRG weight',
  17: 'Total PPS capital FSP DRG amount',
  18: 'Total PPS capital HSP DRG amount',
  19: 'Total PPS DSH DRG amount',
};
