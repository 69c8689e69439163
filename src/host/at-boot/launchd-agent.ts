// The text of a launchd agent: the same keeper as under systemd.
import { join } from 'node:path'
import type { BootEntry } from './boot-entry.ts'

export function makeLaunchdAgent({ name, home, node, args, path }: BootEntry): string {
  const output = text(join(home, 'logs', 'keeper.out'))
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(name)}
  <key>ProgramArguments</key>
  <array>
${[node, ...args].map((word) => `    ${text(word)}`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    ${text(path)}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <!-- Agents and tmux outlive the keeper. -->
  <key>AbandonProcessGroup</key>
  <true/>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>StandardOutPath</key>
  ${output}
  <key>StandardErrorPath</key>
  ${output}
</dict>
</plist>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function text(value: string): string {
  return `<string>${value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)}</string>`
}
