import { type CodeList, codeSource } from '../guide/code-list.ts';

/** CMS place of service codes. `from` is the first day of a code, if it is after 2003. */
export const placesOfService: CodeList = codeSource(
  'place of service',
  `
  01 Pharmacy | 02 2017-01-01 Telehealth provided other than in the patient home | 03 School |
  04 Homeless shelter | 05 Indian Health Service free-standing facility |
  06 Indian Health Service provider-based facility | 07 Tribal 638 free-standing facility |
  08 Tribal 638 provider-based facility | 09 2006-07-01 Prison or correctional facility |
  10 2022-01-01 Telehealth provided in the patient home | 11 Office | 12 Home |
  13 2003-10-01 Assisted living facility | 14 2003-10-01 Group home | 15 Mobile unit |
  16 2008-01-01 Temporary lodging | 17 2010-05-01 Walk-in retail health clinic |
  18 2013-01-01 Place of employment or worksite | 19 2016-01-01 Off campus outpatient hospital |
  20 Urgent care facility | 21 Inpatient hospital | 22 On campus outpatient hospital |
  23 Emergency room, hospital | 24 Ambulatory surgical center | 25 Birthing center |
  26 Military treatment facility | 27 2023-10-01 Outreach site or street | 31 Skilled nursing facility |
  32 Nursing facility | 33 Custodial care facility | 34 Hospice | 41 Ambulance, land |
  42 Ambulance, air or water | 49 2003-10-01 Independent clinic | 50 Federally qualified health center |
  51 Inpatient psychiatric facility | 52 Psychiatric facility, partial hospitalization |
  53 Community mental health center |
  54 Intermediate care facility for individuals with intellectual disabilities |
  55 Residential substance abuse treatment facility | 56 Psychiatric residential treatment center |
  57 2003-10-01 Non-residential substance abuse treatment facility |
  58 2020-01-01 Non-residential opioid treatment facility | 60 Mass immunization center |
  61 Comprehensive inpatient rehabilitation facility | 62 Comprehensive outpatient rehabilitation facility |
  65 End-stage renal disease treatment facility |
  66 2024-08-01 Programs of all-inclusive care for the elderly center | 71 Public health clinic |
  72 Rural health clinic | 81 Independent laboratory | 99 Other place of service
`,
);
