// A button that somebody pressed elsewhere becomes a decision, if it is known who they are; the result is said to them.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import type { ApprovalDesk } from './approval-desk.ts'

export interface Press {
  /** As the other side knows them, which it has proved. */
  readonly user: string
  readonly verdict: 'approve' | 'deny'
  readonly approval: string
  /** Of what was shown with the button. */
  readonly sha256: string
}

export interface PressDeps {
  readonly approvals: ApprovalDesk
  readonly people: NoticeSettings['slack']['people']
  readonly onError: (error: unknown, doing: string) => void
}

const DONE = { approve: 'Approved.', deny: 'Denied.' } as const

/** What to say to who pressed it; nobody else sees it. */
export async function answerPress({ approvals, people, onError }: PressDeps, press: Press): Promise<string> {
  const person = Object.hasOwn(people, press.user) ? people[press.user] : undefined
  if (person === undefined)
    return `Nothing was changed: cmux does not know you. Its owner can add ${press.user} to notices.slack.people.`
  try {
    const { sha256, verdict } = press
    await approvals.decide(press.approval, { sha256, verdict }, `human:slack:${person}`)
    return DONE[press.verdict]
  } catch (error) {
    if (error instanceof CmuxError) return `Nothing was changed: ${error.message}. ${error.hint}`
    onError(error, 'a decision from Slack could not be taken')
    return 'Nothing was changed: something unexpected happened. Try again, or use the dashboard.'
  }
}
