import { hasClaimsRole, isAdmin } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Why the person cannot change claims; undefined if the person can. */
export const billerReason = (): string | undefined =>
  hasClaimsRole('biller') || isAdmin() ? undefined : texts.audit.access.biller;

/** Why the person cannot administer the service; undefined if the person can. */
export const adminReason = (): string | undefined => (isAdmin() ? undefined : texts.audit.access.admin);
