/**
 * The file that a new deployment begins with: three sites, the state program and one commercial payer, and a
 * clearinghouse that copies files into the staging directories. Every number in it is made up.
 */
export const defaultConfiguration = `# Who sends claims, through whom, and what each payer asks for.
# POST /api/admin/reload-config takes changes over: all of them, or none when anything is wrong.
version: 1

clearhouse:
  id: clearinghouse
  name: Staging clearinghouse
  # production or test: ISA15 is P or T.
  environment: test
  trading_partner_id: "12345678"
  submitter:
    name: GRANARY BILLING
    contact: { name: EDI DESK, phone: "3035550100" }
  # stub copies files into staging directories; sftp sends them as the block below says. The private key is stored
  # with npm run operator -- clearinghouse-key (docs/clearinghouse.md).
  transport: stub
  # sftp:
  #   host: sftp.example.org
  #   port: 22
  #   username: "12345678"
  #   host_key: SHA256:...          # as ssh-keyscan HOST | ssh-keygen -lf - prints it
  #   upload_directory: /to-payer
  #   response_directory: /from-payer
  #   delete_after_pickup: false
  file_name:
    prefix: tp
    time_zone: America/Denver

# Claims for a payer without an 837P block are kept in lane draft, or in lane review.
intake:
  unknown_payers: draft

# One billing provider for each site.
providers:
  - npi: "1234567893"
    name: VALLEY CLINIC
    site: Denver
    tax_id: "841234567"
    zip: "802031234"
    taxonomies: [207Q00000X, 363L00000X]
  - npi: "1245319599"
    name: VALLEY CLINIC NORTH
    site: Boulder
    tax_id: "841234567"
    zip: "803021111"
    taxonomies: [207Q00000X]
  - npi: "1679576722"
    name: VALLEY CLINIC SOUTH
    site: Pueblo
    tax_id: "841234567"
    zip: "810032222"
    taxonomies: [207Q00000X, 261QM1300X]

payers:
  - id: CO_TXIX
    name: Health First Colorado
    transactions:
      837P:
        # The rules R200 to R210; what is left out is as the state program has it.
        profile: { extends: CO_TXIX }
      999: { overdue_after_hours: 1 }
      277CA:
        # contract: the table of the service contract, differences go to review. standard: code source 507.
        reading: contract
        # Zone of the days and times in its files; payer_rejected_at is shown in UTC.
        time_zone: America/Denver
        overdue_after_hours: 48
        # Claims for this payer that arrive in a file are answered with a 277CA.
        send_for_received_claims: true
      835: { overdue_after_hours: 720 }
  - id: "60054"
    name: Plains Health
    transactions:
      837P:
        receiver: { qualifier: ZZ, id: "60054", name: PLAINS HEALTH }
`;
