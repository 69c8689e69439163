// What widens power, as a table: for these a browser session has to prove that its person is there. Pure.
import type { Risk } from '../../protocol/approvals/approval.ts'
import type { Tier } from '../../protocol/changes/change.ts'
import type { ProofKind } from '../../protocol/approvals/proof-kinds.ts'

export type Act =
  | { readonly act: 'spawn'; readonly sandbox: boolean; readonly workspace: boolean | undefined }
  /** The conversation goes on in the folder where it was begun, which is the person's own. */
  | { readonly act: 'adopt' }
  /** The server runs the command when the agent falls silent. */
  | { readonly act: 'register-elsewhere'; readonly command: readonly string[] }
  | { readonly act: 'create-token' }
  | { readonly act: 'approve'; readonly risk: Risk }
  /** An agent is then not asked again about the same act. */
  | { readonly act: 'keep-rule'; readonly risk: Risk }
  | { readonly act: 'let-change-go'; readonly tier: Tier }
  /** Rules that an agent may have written decide from then on what a change has to pass. */
  | { readonly act: 'trust-rules' }
  /** An agent may then use a service of this machine. */
  | { readonly act: 'open-port' }

type Rows = {
  readonly [Name in Act['act']]: (act: Extract<Act, { act: Name }>) => ProofKind | undefined
}

const ROWS: Rows = {
  spawn: ({ sandbox, workspace }) => (!sandbox || workspace === false ? 'sandbox' : undefined),
  adopt: () => 'sandbox',
  'register-elsewhere': ({ command }) => (command.length > 0 ? 'sandbox' : undefined),
  'create-token': () => 'tokens',
  approve: ({ risk }) => (risk === 'high' ? 'approval' : undefined),
  'keep-rule': ({ risk }) => (risk === 'low' ? undefined : 'approval'),
  'let-change-go': ({ tier }) => (tier === 'forbidden' ? 'approval' : undefined),
  'trust-rules': () => 'approval',
  'open-port': () => 'network',
}

export function neededProof(act: Act): ProofKind | undefined {
  // The table has a row for each act; TypeScript can't see that the row fits.
  return (ROWS[act.act] as (act: Act) => ProofKind | undefined)(act)
}
