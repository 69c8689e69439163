// The page of safe mode: what is wrong, what to do, and the last words of the server. Without scripts, and it reloads itself.
import { createHash } from 'node:crypto'
import { describeTrouble } from '../describe-trouble.ts'
import type { Finding } from '../mind/judge-environment.ts'
import type { Story } from './read-story.ts'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}' +
  ':root{color-scheme:light dark}pre{overflow-x:auto;padding:.75rem;border:1px solid;border-radius:4px;font-size:13px}' +
  'dt{font-family:monospace;margin-top:.5rem}.fail{font-weight:bold}'

export const SAFE_PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

const COMMANDS = [
  ['cmux doctor', 'looks at this machine and says how to mend what it finds'],
  ['cmux logs server', 'shows what the server said before it failed'],
  ['cmux release rollback', 'goes back to the release before'],
  ['cmux backup restore', 'brings back the data, if the database is damaged or missing'],
] as const

export function renderSafePage(findings: readonly Finding[], story: Story): string {
  const trouble = findings.filter(({ state }) => state !== 'ok')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>cmux: safe mode</title>
<style>${STYLE}</style></head>
<body><main>
<h1>cmux is in safe mode</h1>
<p class="fail">${escapeHtml(describeTrouble(findings, story.records))}</p>
<p>Agents keep running, and messages are still accepted: they are delivered when cmux is back. It tries again by itself, and
this page reloads until it is.</p>
<h2>What to do</h2>
<dl>${COMMANDS.map(([command, does]) => `<dt>${command}</dt><dd>${does}</dd>`).join('\n')}</dl>
<h2>This machine</h2>
${list(trouble.map(({ detail, hint }) => `${detail} ${hint}`)) || '<p>Disk, home directory, database and tmux look well.</p>'}
<h2>What happened</h2>
<p>Release ${escapeHtml(story.release.id || 'unknown')} (${story.release.state})</p>
${list(story.records.map(({ at, words }) => `${at} ${words}`))}
${block('status.log', story.status)}${block('logs/server.out', story.output)}${block('logs/server.log', story.log)}</main></body>
</html>
`
}

function list(items: readonly string[]): string {
  return items.length === 0
    ? ''
    : `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}</ul>`
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<h2>${title}</h2>\n<pre>${lines.map(escapeHtml).join('\n')}</pre>\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
