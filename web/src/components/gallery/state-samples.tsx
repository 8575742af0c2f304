import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CodeLine } from '../code-line.tsx';
import { DataTable } from '../data-table.tsx';
import { Facts } from '../facts.tsx';
import { Notice } from '../notice.tsx';
import { Columns, Section } from '../page.tsx';
import { Empty, Failure, Loading } from '../states.tsx';
import { Timeline } from '../timeline.tsx';

const failure = new ApiError(
  {
    status: 503,
    code: 'unavailable',
    message: 'Try again in a few seconds',
    details: [],
    requestId: '0b1f8c1e-8f2f-4b58-9f0e-0a5f5a3c6d11',
    retryAfterSeconds: undefined,
    headers: new Headers(),
  },
  { operation: 'orders.list', attempts: 3 },
);

/** Empty, failed and loading parts, and messages that stay. */
export function StateSamples() {
  return (
    <>
      <Columns>
        <Section title="Empty" kind="card">
          <Empty
            icon="water"
            title="No water logged this season"
            text="Each entry counts against what the field may use."
            action={<Button kind="primary">Log water</Button>}
          />
        </Section>
        <Section title="Failure" kind="card">
          <Failure error={failure} kept="The orders shown before are kept." onRetry={() => {}} />
        </Section>
        <Section title="Loading" kind="card">
          <Loading rows={4} />
        </Section>
      </Columns>
      <Notice tone="info" title="Read-only" action={<Button small>Ask for access</Button>}>
        Viewers can read orders. Managers can pack them.
      </Notice>
      <Notice tone="good">All entries of the chain are proven.</Notice>
      <Notice tone="warning" title="No signal">
        Data is from 12 minutes ago. 2 changes wait in the outbox.
      </Notice>
      <Notice tone="danger" title="Entry 1042 was changed">
        The hash of the entry does not match the chain.
      </Notice>
    </>
  );
}

/** Facts, tables, timelines and lines of X12. */
export function FactSamples() {
  return (
    <>
      <Columns>
        <Section title="Facts" kind="card">
          <Facts
            facts={[
              { label: 'Customer', value: 'Rosa Jiménez' },
              { label: 'Address', value: '12 Oak Street, Springfield' },
              { label: 'State', value: <Badge tone="good">Paid</Badge> },
            ]}
          />
        </Section>
        <Section title="Timeline" kind="card">
          <Timeline
            label="History"
            events={[
              {
                id: '1',
                at: '2026-03-02T09:10:00Z',
                title: 'Received',
                by: 'SFTP',
                tone: 'neutral',
                icon: 'file',
              },
              { id: '2', at: '2026-03-02T09:12:00Z', title: 'Sent to the payer', tone: 'info', icon: 'send' },
              {
                id: '3',
                at: '2026-03-04T15:40:00Z',
                title: 'Denied',
                detail: 'CO-45: charge above the contracted fee',
                tone: 'danger',
              },
              { id: '4', at: '2026-03-09T11:02:00Z', title: 'Paid $120.00', tone: 'good' },
            ]}
          />
        </Section>
        <Section title="Table" kind="card">
          <DataTable
            label="Service lines"
            rows={[
              { code: '99213', charge: '$125.00', paid: '$92.14' },
              { code: '87880', charge: '$40.00', paid: '$31.00' },
            ]}
            rowKey={({ code }) => code}
            columns={[
              { id: 'code', label: 'Procedure', cell: ({ code }) => code, foot: 'Total' },
              { id: 'charge', label: 'Charge', cell: ({ charge }) => charge, align: 'end', foot: '$165.00' },
              { id: 'paid', label: 'Paid', cell: ({ paid }) => paid, align: 'end', foot: '$123.14' },
            ]}
          />
        </Section>
      </Columns>
      <Section title="X12">
        <CodeLine segment="NM1*85*2*RIVERSIDE FAMILY MEDICINE*****XX*1234567893" element={9} position={8} />
        <CodeLine segment="SV1*HC:99213:25:XX*125*UN*1***1" element={1} component={4} position={31} />
        <CodeLine segment="N3*PO BOX 12" element={2} position={9} />
      </Section>
    </>
  );
}
