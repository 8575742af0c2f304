import * as z from 'zod';
import { moneyAmount } from '../fields.ts';

/** Patient responsibility by the reason (CARC) of its PR adjustments. */
export const patientResponsibilityByReason = z
  .object({
    deductible: moneyAmount.describe('PR 1'),
    coinsurance: moneyAmount.describe('PR 2'),
    copay: moneyAmount.describe('PR 3'),
    other: moneyAmount.describe('Other PR reasons, and amounts without a reason'),
  })
  .meta({ id: 'PatientResponsibilityByReason' });
