import { readFileSync } from 'node:fs';
import { coloradoMedicaid, type PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile } from '#x12/837p/profile/payer-profile-json.ts';

/** A payer profile from a JSON file, or the built-in one by its id. */
export function readProfile(name: string | undefined): PayerProfile | undefined {
  if (name === undefined) return undefined;
  if (name === coloradoMedicaid.id) return coloradoMedicaid;
  return parsePayerProfile(JSON.parse(readFileSync(name, 'utf8')));
}
