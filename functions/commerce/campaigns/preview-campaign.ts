import { previewCampaign } from '#commerce/campaigns/contract.ts';
import { previewOf, sampleContact, sendingProblems } from '#commerce/campaigns/sendable.ts';
import { messaging } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/senders.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { findContact } from '#store/commerce/campaigns/contacts.ts';
import { findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  previewCampaign,
  async ({ parameters, body, heldBrands, authorize }) => {
    const campaign = found(await findCampaign(commerceTable, heldBrands, parameters.id));
    authorize(campaign.brand_id);
    const { brand_id } = campaign;
    const { brand } = found(await findBrand(commerceTable, brand_id));
    const settings = await messaging.find({ brand_id });
    const contact =
      body.contact_id === undefined
        ? sampleContact
        : await findContact(commerceTable, brand_id, body.contact_id);
    if (contact === undefined) throw new ApiError('contact_not_found');
    const sender = { brand_name: settings.from_name ?? brand.name, settings };
    return ok({
      ...previewOf(campaign, contact, sender, 'https://example.com/unsubscribe'),
      problems: sendingProblems(campaign, settings, senders).map(({ path, message }) => ({ path, message })),
    });
  },
);
