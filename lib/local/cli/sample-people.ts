import type { Person } from '../identity/people.ts';
import type { SeedResult } from '../runtime/seeding.ts';

/** The people of the sample data: one for each role, one with both workplaces, and two without access. */
export function samplePeople({ brandId, otherBrandId }: SeedResult): readonly Person[] {
  const farm = (id: string, role: string) => ({ granary_brands: { [id]: role } });
  const claims = (role: string) => ({ granary_claims_roles: [role] });
  return [
    { id: 'ana', name: 'Ana', role: 'owner of Meadow Farm', claims: farm(brandId, 'owner') },
    { id: 'ben', name: 'Ben', role: 'manager', claims: farm(brandId, 'manager') },
    { id: 'vera', name: 'Vera', role: 'viewer', claims: farm(brandId, 'viewer') },
    { id: 'otto', name: 'Otto', role: 'owner of Orchard Hill', claims: farm(otherBrandId, 'owner') },
    { id: 'bianca', name: 'Bianca', role: 'biller', claims: claims('biller') },
    { id: 'ada', name: 'Ada', role: 'auditor', claims: claims('auditor') },
    { id: 'max', name: 'Max', role: 'administrator of claims', claims: claims('admin') },
    {
      id: 'carla',
      name: 'Carla',
      role: 'owner of Meadow Farm and biller',
      claims: { ...farm(brandId, 'owner'), ...claims('biller') },
    },
    { id: 'nils', name: 'Nils', role: 'no access', claims: {} },
    { id: 'emma', name: 'Emma', role: 'no access, can be invited', claims: {} },
  ];
}
