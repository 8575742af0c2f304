import { type CodeEntry, type CodeList, codeSource, lazyCodeList } from '../guide/code-list.ts';

/** Texts of claim adjustment reason codes. They are short and our own. */
export const adjustmentReasonTexts: CodeList = lazyCodeList(
  'Claim adjustment reason (CARC)',
  () => codeSource('Claim adjustment reason (CARC)', texts).entries,
);

/** Returns the text of a reason code; undefined for an unknown code or one without text. */
export function adjustmentReasonText(code: string): string | undefined {
  const entry: CodeEntry | undefined = adjustmentReasonTexts.entries.get(code);
  return entry?.text;
}

const texts = `
  1 deductible | 2 coinsurance | 3 co-payment | 4 procedure does not fit its modifier |
  5 procedure does not fit the place of service | 6 procedure does not fit the age of the patient |
  7 procedure does not fit the gender of the patient |
  8 procedure does not fit the provider type or taxonomy | 9 diagnosis does not fit the age of the patient |
  10 diagnosis does not fit the gender of the patient | 11 diagnosis does not fit the procedure |
  12 diagnosis does not fit the provider type | 13 death before the service date |
  14 birth after the service date | 15 authorization number missing, invalid or for something else |
  16 information missing or billed wrongly; see the remark codes | 17 requested information not given |
  18 exact duplicate | 19 work-related: workers compensation pays | 20 covered by the liability carrier |
  21 covered by the no-fault carrier | 22 another payer may cover it (coordination of benefits) |
  23 what the prior payer paid or adjusted | 24 covered under capitation or managed care |
  26 before coverage began | 27 after coverage ended | 29 filing limit has passed |
  31 patient is not known as insured | 32 dependent is not eligible | 33 insured has no dependent coverage |
  34 insured has no coverage for newborns | 35 lifetime maximum reached |
  38 not provided or authorized by the network | 39 denied when authorization was requested |
  40 not an emergency or urgent | 42 charge above the fee schedule (today 45) | 44 prompt-pay discount |
  45 charge above the fee schedule or contract | 49 routine or screening, not covered |
  50 not medically necessary | 51 pre-existing condition, not covered |
  53 service by a relative or household member |
  54 more than one physician or assistant is not covered here | 55 experimental or investigational |
  56 not proven to be effective | 58 wrong or invalid place of service |
  59 multiple or concurrent procedure rules | 60 outpatient service too near to an inpatient stay |
  61 no second surgical opinion obtained | 66 blood deductible | 69 day outlier amount |
  70 cost outlier amount | 74 indirect medical education | 75 direct medical education |
  76 disproportionate share | 78 non-covered days or room charge | 85 interest the patient owes |
  89 professional fees taken out | 90 ingredient cost | 91 dispensing fee | 94 paid above the charge |
  95 plan procedures not followed | 96 not covered; see the remark codes |
  97 included in another service (bundled) | 100 paid to the patient or another party |
  101 predetermination: what would be paid | 102 major medical adjustment |
  103 provider promotional discount | 104 managed care withholding | 105 tax withholding |
  106 payment option of the patient not in effect | 107 the claim lacks the qualifying service |
  108 rent or purchase rules not met | 109 not covered by this payer: send it to the right one |
  110 billed before the service date | 111 covered only if the provider accepts assignment |
  112 not furnished directly to the patient or not documented |
  114 not approved by the Food and Drug Administration | 115 procedure postponed or canceled |
  116 advance notice signed by the patient does not comply |
  117 transport only to the nearest suitable facility | 118 dialysis network support |
  119 benefit maximum of the period reached | 121 compensation for what the member still owes |
  122 psychiatric reduction | 125 submission or billing error | 128 newborn covered under the mother |
  129 information on prior processing looks wrong | 130 claim submission fee |
  131 discount negotiated for this claim | 132 demonstration project adjustment |
  133 line awaits further review | 134 technical fees taken out | 135 interim bills cannot be processed |
  136 rules of the prior payer not followed | 137 surcharges, assessments or health taxes |
  138 appeal procedure not followed or too late | 139 subscriber is employed by the provider |
  140 id and name of the insured do not match | 142 monthly Medicaid patient liability |
  143 part of the payment deferred | 144 incentive adjustment |
  146 diagnosis not valid on the service date | 147 contracted rate expired or not on file |
  148 information from another provider missing | 149 lifetime maximum of this service reached |
  150 documentation does not support this level of service |
  151 documentation does not support this frequency |
  152 documentation does not support this length of service |
  153 documentation does not support this dosage | 154 documentation does not support this supply of days |
  155 patient refused the service | 157 act of war | 158 provided outside of the United States |
  159 terrorism | 160 result of an excluded activity | 161 provider performance bonus |
  163 attachment not received | 164 attachment received too late | 165 referral absent or exceeded |
  166 submitted after the payer ended its responsibility | 167 diagnosis not covered |
  168 considered under the medical plan, not payable under the dental plan |
  169 alternate benefit provided | 170 not payable to this type of provider |
  171 not payable to this type of provider in this type of facility | 172 adjusted for this specialty |
  173 not prescribed by a physician | 174 not prescribed before delivery | 175 prescription incomplete |
  176 prescription not current | 177 eligibility requirements not met | 178 spend-down not met |
  179 waiting period not met | 180 residency not met | 181 procedure code not valid on the service date |
  182 modifier not valid on the service date | 183 referring provider may not refer this |
  184 ordering or prescribing provider may not order this | 185 rendering provider may not perform this |
  186 change of level of care | 187 paid from a consumer spending account |
  188 covered only when used as recommended | 189 unlisted code billed where a specific one exists |
  190 part of a skilled nursing stay | 192 non-standard code of a paper remittance |
  193 decision upheld after review | 194 anesthesia by the operating or attending physician |
  195 refund issued to the wrong payer | 197 authorization absent | 198 authorization exceeded |
  199 revenue code does not fit the procedure | 200 lapse of coverage |
  201 patient pays by set-aside or other agreement | 202 personal comfort, not covered |
  203 service discontinued or reduced | 204 not covered under the plan of the patient | 206 NPI missing |
  207 NPI has a wrong format | 208 NPI not matched |
  209 may not be collected from the patient; bill the next payer | 210 authorization not obtained in time |
  211 drug code not eligible for rebate | 212 administrative surcharge not covered |
  213 self-referral rules not kept | 215 third party settlement | 216 finding of a review organization |
  219 extent of injury | 222 contracted maximum of units for the period exceeded |
  223 mandated by law, no other code yet | 224 identity theft: identity must be verified |
  226 information from the provider not given or insufficient |
  227 information from the patient not given or insufficient |
  228 information not given to a previous payer | 229 not considered by Medicare because of the bill type |
  231 mutually exclusive procedures on one day | 232 institutional transfer amount |
  233 hospital-acquired condition or preventable error | 234 not paid separately | 235 sales tax |
  236 not compatible with another procedure of the day (NCCI) | 237 legislated or regulatory penalty |
  238 ineligible part of the period, patient pays | 239 eligible and ineligible periods: bill separately |
  240 diagnosis does not fit the birth weight | 241 low income subsidy co-payment |
  242 not provided by the network | 243 not authorized by the network or primary care provider |
  245 provider performance withhold | 246 reporting only, not payable |
  247 deductible for a professional service in an institution |
  248 coinsurance for a professional service in an institution | 249 readmission |
  250 wrong attachment received | 251 attachment incomplete | 252 attachment required | 253 sequestration |
  254 dental plan does not cover it: send it to the medical plan |
  256 not payable under the managed care contract | 257 premium grace period, undetermined |
  258 patient in custody | 259 additional payment for dental or vision |
  260 Medicaid enhanced fee schedule | 261 does not fit the history of the patient | 262 delivery cost |
  263 shipping cost | 264 postage cost | 265 administrative cost | 266 compounding cost |
  267 spans several months | 268 spans two calendar years: one claim a year |
  269 anesthesia not covered for this procedure |
  270 medical plan does not cover it: send it to the dental plan |
  271 prior contractual reduction of a periodic payment | 272 coverage guidelines not met |
  273 coverage guidelines exceeded | 274 not payable under the care coordination arrangement |
  275 patient share of the prior payer not covered | 276 denied by the prior payer and not covered here |
  277 premium grace period (small business exchange), undetermined |
  278 performance program requirements not met | 279 not provided by a preferred provider |
  280 medical plan does not cover it: send it to the pharmacy plan | 281 deductible waived by contract |
  282 procedure does not fit the type of bill | 283 attending provider may not direct this care |
  284 authorization valid, but not for this service | 285 appeal procedures not followed |
  286 appeal time limits not met | 287 referral exceeded | 288 referral absent |
  296 authorization valid, but not for this provider | A0 patient refund | A1 denied; see the remark codes |
  A2 contractual adjustment (today 45) | A5 capital cost outlier |
  A6 prior hospitalization or transfer requirement not met | A7 presumptive payment adjustment |
  A8 ungroupable DRG | B1 visits not covered | B4 late filing penalty |
  B7 provider not certified for this service on this date | B8 alternative services should have been used |
  B9 patient is in a hospice | B10 reduced: a component was paid | B11 transferred to the proper payer |
  B12 not documented in the medical record | B13 paid before | B14 one visit a day and physician |
  B15 the qualifying service was not received | B16 new-patient rules not met |
  B20 furnished by another provider in part or whole | B22 adjusted for the diagnosis |
  B23 not authorized by the CLIA proficiency test | P1 state-mandated requirement, property and casualty |
  P2 not work-related | P3 workers compensation settled, patient pays |
  P4 workers compensation: not compensable | P5 reasonable and customary fees | P6 entitlement to benefits |
  P7 billed code not in the fee schedule | P8 under investigation | P9 no code describes this service |
  P10 zero until litigation ends | P11 pending because of litigation |
  P12 workers compensation fee schedule
`;
