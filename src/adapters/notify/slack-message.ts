// A notice as a Slack message. Pure. What can be decided has buttons only if all of it can be shown: a decision is bound to what
// was seen.
import type { KnownBlock } from '@slack/web-api'
import type { AskedApproval } from '../../core/notices/approval-desk.ts'
import type { OutgoingNotice } from '../../core/notices/notifier.ts'
import { cutSlackText, slackText } from './slack-text.ts'

/** Limits of Slack. */
const HEADER_MAX_CHARS = 150
const SECTION_MAX_CHARS = 3000

export interface SlackMessage {
  /** For who gets no blocks: phones' lock screens, screen readers. */
  readonly text: string
  readonly blocks: KnownBlock[]
}

export const PRESS_ACTIONS = { cmux_approve: 'approve', cmux_deny: 'deny' } as const

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const

export function composeSlackMessage(notice: OutgoingNotice, withButtons: boolean): SlackMessage {
  const { title, text, link, urgency, approval } = notice
  const asked = approval ? composeApproval(approval, withButtons) : []
  const words = text === '' ? [] : [section(text)]
  return {
    text: cutSlackText(text === '' ? title : `${title}\n${text}`, SECTION_MAX_CHARS),
    blocks: [
      { type: 'header', text: plain(cutSlackText(title, HEADER_MAX_CHARS)) },
      ...words,
      ...asked,
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `${urgency} · <${slackText(link)}|open in cmux>` }],
      },
    ],
  }
}

const section = (text: string): KnownBlock => ({
  type: 'section',
  text: plain(cutSlackText(text, SECTION_MAX_CHARS)),
})

function composeApproval({ id, sha256, content, risk }: AskedApproval, withButtons: boolean): KnownBlock[] {
  const facts = section(`risk: ${risk}`)
  if (slackText(content).length > SECTION_MAX_CHARS)
    return [facts, section('It is too long to be shown here. Open it in cmux to decide.')]
  const shown = [facts, ...(content === '' ? [] : [section(content)])]
  return withButtons ? [...shown, composeButtons(JSON.stringify({ id, sha256 }))] : shown
}

const composeButtons = (value: string): KnownBlock => ({
  type: 'actions',
  elements: [
    { type: 'button', action_id: 'cmux_approve', text: plain('Approve'), style: 'primary', value },
    { type: 'button', action_id: 'cmux_deny', text: plain('Deny'), style: 'danger', value },
  ],
})
