import { expect, test } from 'vitest'
import type { OutgoingNotice } from '../../core/notices/notifier.ts'
import { NoticeId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { composeSlackMessage } from './slack-message.ts'
import { cutSlackText, slackText } from './slack-text.ts'

const approval = {
  id: 'apr_1',
  sha256: 'a'.repeat(64),
  content: 'git push',
  risk: 'high',
  agent: 'anna',
} as const
const notice: OutgoingNotice = {
  id: NoticeId.parse(`ntc_${'0'.repeat(26)}`),
  kind: 'approval',
  urgency: 'high',
  title: 'anna asks',
  text: 'why not',
  link: 'https://cmux.example/approvals',
  event: 1,
  at: timestampFromMs(0),
  count: 1,
  approval,
}

const typesOf = (more: Partial<OutgoingNotice>, withButtons = true) =>
  composeSlackMessage({ ...notice, ...more }, withButtons).blocks.map(({ type }) => type)

test.each([
  ['a link', '<https://evil.example|click>', '&lt;https://evil.example|click&gt;'],
  ['a mention of everybody', '<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;@U1&gt;'],
  ['a typed mention', '@channel @Here @everyone @ada', '@\u2060channel @\u2060Here @\u2060everyone @ada'],
  ['control characters', 'a\u001b[31m\u202eb\u0007', 'a\\u001b[31m\\u202eb\\u0007'],
  ['lines stay lines', 'a\nb', 'a\nb'],
])('[P7] words of agents do nothing in Slack: %s', (_, words, expected) => {
  expect(slackText(words)).toBe(expected)
})

test('[P7] a cut leaves no half of what was escaped', () => {
  expect(cutSlackText('ab<<<<', 8)).toBe('ab&lt;…')
  expect(cutSlackText('abcd', 4)).toBe('abcd')
})

test('[O1] a request has buttons that carry the hash of what is shown', () => {
  const { blocks } = composeSlackMessage(notice, true)
  expect(typesOf({})).toEqual(['header', 'section', 'section', 'section', 'actions', 'context'])
  expect(blocks[3]).toMatchObject({ text: { type: 'plain_text', text: 'git push' } })
  const value = JSON.stringify({ id: 'apr_1', sha256: approval.sha256 })
  expect(blocks[4]).toMatchObject({
    elements: [
      { action_id: 'cmux_approve', value },
      { action_id: 'cmux_deny', value },
    ],
  })
})

test('[O1] what is too long to be shown whole has no buttons', () => {
  const shown = (content: string) => typesOf({ approval: { ...approval, content } })
  expect(shown('x'.repeat(3000))).toContain('actions')
  expect(shown('x'.repeat(3001))).not.toContain('actions')
  // It is the length in Slack that counts.
  expect(shown('<'.repeat(1000))).not.toContain('actions')
  expect(typesOf({}, false)).not.toContain('actions')
})

test('[W4] nothing is longer than Slack takes', () => {
  const long = composeSlackMessage({ ...notice, title: '<'.repeat(500), text: '&'.repeat(9000) }, true)
  const blocks = JSON.parse(JSON.stringify(long.blocks)) as { text?: { text: string } }[]
  const texts = [long.text, ...blocks.flatMap(({ text }) => (text ? [text.text] : []))]
  expect(texts.map((text) => text.length <= 3000)).not.toContain(false)
  expect(texts[1]?.length).toBeLessThanOrEqual(150)
})
