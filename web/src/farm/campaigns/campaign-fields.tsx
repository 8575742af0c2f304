import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { ChoiceField, SelectField, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useSegments } from '#web/farm/segments/segment-list.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { useAudience } from './audience.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import { PeopleField } from './people-field.tsx';
import './campaigns.css';

const fieldNames = ['first_name', 'last_name', 'name', 'city', 'brand_name', 'unsubscribe_url'] as const;

/** Fields for the message and the audience of a campaign. */
export function CampaignFields({
  draft,
  onChange,
  reason,
}: {
  readonly draft: CampaignDraft;
  readonly onChange: (draft: CampaignDraft) => void;
  readonly reason: string | undefined;
}) {
  const brand = useBrand();
  const words = texts.campaigns;
  const segments = useSegments(brand.id);
  const audience = useAudience({ ...draft, segment_id: draft.segment_id || undefined });
  const set = (members: Partial<CampaignDraft>) => onChange({ ...draft, ...members });
  const isEmail = draft.type === 'email';
  const insert = (name: (typeof fieldNames)[number]) => {
    const value = name === 'first_name' ? `${name}|${words.fieldDefault}` : name;
    set({ content: `${draft.content}{{${value}}}` });
  };
  return (
    <>
      <Section title={words.compose} kind="card">
        <ChoiceField
          wide
          name="type"
          label={words.type}
          value={draft.type}
          options={(['email', 'sms'] as const).map((value) => ({ value, label: words.types[value], reason }))}
          onChange={(type) => set({ type })}
        />
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={draft.name}
          onChange={(name) => set({ name })}
          required
          reason={reason}
        />
        {isEmail && (
          <TextField
            name="subject"
            label={words.subject}
            value={draft.subject}
            onChange={(subject) => set({ subject })}
            required
            reason={reason}
          />
        )}
        <TextAreaField
          name="content"
          label={words.content}
          hint={isEmail ? words.contentHint : words.smsHint}
          rows={isEmail ? 10 : 4}
          value={draft.content}
          onChange={(content) => set({ content })}
          required
          reason={reason}
        />
        {reason === undefined && (
          <fieldset class="campaign-insert">
            <legend class="unseen">{words.fields}</legend>
            <span aria-hidden="true">{words.fields}:</span>
            {fieldNames.map((name) => (
              <Button key={name} small onClick={() => insert(name)}>
                {words.fieldNames[name]}
              </Button>
            ))}
          </fieldset>
        )}
        {isEmail && (
          <TextAreaField
            name="text"
            label={words.text}
            hint={words.textHint}
            rows={3}
            value={draft.text}
            onChange={(text) => set({ text })}
            reason={reason}
          />
        )}
      </Section>
      <Section
        title={words.audience}
        note={words.consentOnly}
        kind="card"
        actions={<Link to="/segments">{words.manageSegments}</Link>}
      >
        <SelectField
          name="segment_id"
          label={words.segment}
          value={draft.segment_id}
          options={[
            { value: '', label: words.noSegment },
            ...(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(segment_id) => set({ segment_id })}
          reason={reason}
        />
        <PeopleField
          ids={draft.contact_ids}
          onChange={(contact_ids) => set({ contact_ids })}
          reason={reason}
        />
        <p class="campaign-reach" role="status">
          {audience.text}
        </p>
      </Section>
    </>
  );
}
