import { useState } from 'preact/hooks';
import { Badge, Count } from '../badge.tsx';
import { Button, CopyButton, LinkButton, PrintButton } from '../button.tsx';
import { confirm, Dialog } from '../dialog.tsx';
import { TextField } from '../fields.tsx';
import { FileDrop } from '../file-drop.tsx';
import { FilterChips } from '../filter-chips.tsx';
import { Icon, iconNames } from '../icons.tsx';
import { Menu } from '../menu.tsx';
import { Section, Toolbar } from '../page.tsx';
import { SearchField } from '../search-field.tsx';
import { Tabs } from '../tabs.tsx';
import { toast } from '../toasts.tsx';
import './gallery.css';

/** Buttons, menus, dialogs, filters and messages. */
export function ActionSamples() {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  return (
    <>
      <Section title="Buttons">
        <Toolbar>
          <Button kind="primary" icon="check">
            Mark as packed
          </Button>
          <Button>Secondary</Button>
          <Button kind="quiet" icon="edit">
            Quiet
          </Button>
          <Button kind="danger" icon="trash">
            Delete
          </Button>
          <Button kind="primary" busy>
            Saving
          </Button>
          <Button icon="bell" label="Notifications" kind="quiet" />
          <Button small icon="filter">
            Small
          </Button>
          <LinkButton to="/orders" icon="order">
            Link
          </LinkButton>
          <Button pressed>Pressed</Button>
        </Toolbar>
        <Toolbar>
          <Button reason="Only owners can delete the brand">Delete brand</Button>
          <Button reason="Add a card first" reasonAs="tip">
            Tip on hover
          </Button>
        </Toolbar>
        <Toolbar label="Messages and questions">
          <Menu
            items={[
              { label: 'Duplicate', icon: 'copy', onSelect: () => toast({ text: 'Duplicated' }) },
              { label: 'Print', icon: 'print', reason: 'Nothing to print yet' },
              {
                label: 'Delete',
                icon: 'trash',
                danger: true,
                onSelect: () => toast({ text: 'Deleted', tone: 'danger' }),
              },
            ]}
          />
          <Menu
            kind="secondary"
            icon="calendar"
            items={[{ label: 'Last 7 days' }, { label: 'Last 30 days' }]}
          >
            Last 7 days
          </Menu>
          <Button
            onClick={() =>
              toast({ text: 'Order #1042 packed', undo: () => toast({ text: 'Undone' }), tone: 'good' })
            }
          >
            Toast
          </Button>
          <Button onClick={() => setOpen(true)}>Dialog</Button>
          <Button
            onClick={async () => {
              const isConfirmed = await confirm({
                title: 'Delete Tomatoes?',
                text: 'Orders that were placed keep their lines.',
                action: 'Delete product',
                danger: true,
              });
              toast({ text: isConfirmed ? 'Deleted' : 'Kept' });
            }}
          >
            Question
          </Button>
          <PrintButton />
          <CopyButton text="req_01HZX">Copy</CopyButton>
          <CopyButton text="req_01HZX" />
        </Toolbar>
        {isOpen && (
          <Dialog
            title="Add a note"
            onClose={() => setOpen(false)}
            actions={
              <>
                <Button onClick={() => setOpen(false)}>Cancel</Button>
                <Button kind="primary" onClick={() => toast({ text: 'Kept', undo: () => {} })}>
                  Save note
                </Button>
              </>
            }
          >
            <TextField
              label="Note"
              value={note}
              onChange={setNote}
              autoFocus
              hint="Seen by everybody at the farm"
            />
          </Dialog>
        )}
      </Section>
      <Section title="Badges">
        <Toolbar>
          <Badge>Draft</Badge>
          <Badge tone="good">Paid</Badge>
          <Badge tone="warning">Runs out</Badge>
          <Badge tone="danger">Denied</Badge>
          <Badge tone="info">Sent</Badge>
          <Badge icon="offline">Waits for signal</Badge>
          <Count value={3} label="unread" />
        </Toolbar>
      </Section>
      <Filters />
      <FileDrop
        label="Drop 837P, 999, 277CA or 835 files"
        hint="Up to 5 MB each"
        onFiles={(files) => toast({ text: `${files.length} files` })}
      />
      <Section title="Icons">
        <ul class="gallery-icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Filters() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('all');
  const [days, setDays] = useState<readonly string[]>(['mon']);
  const [tab, setTab] = useState('orders');
  return (
    <Section title="Filters and tabs">
      <Toolbar>
        <SearchField label="Search orders" value={search} onChange={setSearch} />
        <FilterChips
          label="State"
          value={state}
          onChange={setState}
          options={[
            { value: 'all', label: 'All', count: 128 },
            { value: 'pending', label: 'To pack', count: 12 },
            { value: 'packed', label: 'Packed', count: 30 },
            { value: 'canceled', label: 'Canceled' },
          ]}
        />
        <FilterChips
          label="Days"
          many
          value={days}
          onChange={setDays}
          options={[
            { value: 'mon', label: 'Monday' },
            { value: 'tue', label: 'Tuesday' },
          ]}
        />
      </Toolbar>
      <Tabs
        label="Customer"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'orders', label: 'Orders', count: 8 },
          { value: 'details', label: 'Details' },
          { value: 'notes', label: 'Notes' },
        ]}
      >
        <p>Content of {tab}</p>
      </Tabs>
    </Section>
  );
}
