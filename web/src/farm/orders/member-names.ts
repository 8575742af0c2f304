import { api } from '#web/api/api.ts';
import { useQuery } from '#web/data/query.ts';
import { mayEdit, session } from '#web/session/session.ts';

/** Returns the name of a member by subject; undefined for others, such as API keys and former members. */
export function useMemberNames(brandId: string): (subject: string) => string | undefined {
  // Viewers may not list the members.
  const members = useQuery(mayEdit() ? 'selling/members' : undefined, async () => {
    const { data } = await api('GET /api/v1/members', { brand_id: brandId, limit: 200 });
    return data;
  });
  const names = new Map(members.data?.map(({ subject, email }) => [subject, email]));
  const self = session.value?.person;
  return (subject) => (subject === self?.id ? self.name : names.get(subject));
}
