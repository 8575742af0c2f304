import type { MessagingSettings, MessagingSettingsInput } from './contract.ts';

/** The settings with all their fields replaced and the next version. */
export const changedSettings = (
  { brand_id, version }: MessagingSettings,
  input: MessagingSettingsInput,
  now: Date,
): MessagingSettings => ({ brand_id, ...input, updated_at: now.toISOString(), version: version + 1 });
