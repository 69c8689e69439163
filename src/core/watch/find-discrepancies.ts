// Compares what is written down with what is there: a row a kind, each with the command that mends it. Pure. What is on its way is
// found as well, and told only when the next look finds it again.
import type { AgentRecord } from '../agents/agent-record.ts'
import { sortSight } from '../agent-loop/observe-process.ts'
import type { Pane } from '../terminals/terminals.ts'
import type { HouseSight } from './house-sight.ts'

export interface Finding {
  /** What it is about; with the kind it names the discrepancy. */
  readonly subject: string
  readonly says: string
  readonly command: string
}

interface Row {
  readonly fixable: boolean
  readonly find: (sight: HouseSight) => Finding[]
}

const FIX = 'cmux doctor --fix'
const MIB = 1024 ** 2
const DAY_MS = 86_400_000
/** A release that was built and not promoted for so long was forgotten. */
const FORGOTTEN_MS = 7 * DAY_MS
/** Opening a terminal takes less. */
const START_MS = 60_000
/** Mail that can be delivered is delivered in seconds. */
const MAIL_MS = 15 * 60_000
/** Requests are ended each second. */
const OVERDUE_MS = 60_000
/** How a release of a commit without edits is called. */
const COMMIT_RELEASE = /^(?<commit>[0-9a-f]{12})-[0-9a-f]{12}$/

export const DISCREPANCY_ROWS = {
  'agent-lost': { fixable: false, find: findLostAgents },
  'pane-stray': { fixable: false, find: findStrayPanes },
  'workspace-missing': { fixable: false, find: findMissingWorkspaces },
  'workspace-orphan': { fixable: true, find: (sight) => findOrphans(sight, true) },
  'workspace-unknown': { fixable: false, find: (sight) => findOrphans(sight, false) },
  'release-missing': { fixable: false, find: findMissingReleases },
  'release-unneeded': { fixable: true, find: findUnneededReleases },
  'mail-nobody': { fixable: true, find: findMailForNobody },
  'mail-unmoved': { fixable: false, find: findUnmovedMail },
  'task-nobody': { fixable: false, find: findTasksOfNobody },
  'approval-overdue': { fixable: true, find: findOverdueApprovals },
  'disk-budget': { fixable: true, find: findBudgetExcess },
  'disk-workspaces': { fixable: false, find: findLargeWorkspaces },
  'disk-logs': { fixable: false, find: findLargeLogs },
} as const satisfies Record<string, Row>

export type DiscrepancyKind = keyof typeof DISCREPANCY_ROWS

export function findDiscrepancies(sight: HouseSight): (Finding & { readonly kind: DiscrepancyKind })[] {
  const rows = Object.entries(DISCREPANCY_ROWS) as [DiscrepancyKind, Row][]
  return rows.flatMap(([kind, { find }]) => find(sight).map((finding) => Object.assign(finding, { kind })))
}

/** It should run, and its terminal is not to be found. */
function findLostAgents(sight: HouseSight): Finding[] {
  const panes = sortSight(sight.panes)
  if (panes.kind === 'unknown') return []
  return sight.agents
    .filter((agent) => isExpected(agent, sight.nowMs) && !panes.paneOf(agent))
    .map((agent) => {
      // By its start: one that falls again and again is brought back each time.
      const subject = `${agent.name}/${agent.generation}`
      const untagged = findUntagged(sight, agent)
      if (untagged)
        return {
          subject,
          says: `${agent.name} runs in the terminal ${untagged.id}, which has lost its name tag: nobody looks after it`,
          command: tagCommand(sight, untagged, agent),
        }
      const lives = sight.living.has(agent.id)
      return {
        subject,
        says: `${agent.name} should run and has no terminal${lives ? `, but its process ${agent.pid} lives` : ''}`,
        command: lives ? `kill ${agent.pid}` : `cmux agent restart ${agent.name}`,
      }
    })
}

function isExpected(agent: AgentRecord, nowMs: number): boolean {
  const { desired, ending, gaveUp, paused, startedAt, pane } = agent
  if (desired !== 'running' || ending || gaveUp || paused?.holdsStarts) return false
  if (startedAt === null) return false
  return pane !== null || nowMs - Date.parse(startedAt) > START_MS
}

function findUntagged({ panes }: HouseSight, { pid }: AgentRecord): Pane | undefined {
  if (panes.kind === 'unknown' || pid === null) return undefined
  return panes.panes.find((pane) => pane.owner === null && pane.pid === pid)
}

function tagCommand({ tmux }: HouseSight, { id }: Pane, agent: AgentRecord): string {
  const tags = [
    ['@cmux_agent', agent.id],
    ['@cmux_generation', agent.generation],
  ]
  return tags.map(([name, value]) => `${tmux.join(' ')} set-option -p -t ${id} ${name} ${value}`).join(' && ')
}

function findStrayPanes({ panes, agents, services, tmux }: HouseSight): Finding[] {
  if (panes.kind === 'unknown') return []
  const known = new Set<string>([...agents.map(({ id }) => id), ...services])
  return panes.panes
    .filter(({ owner }) => owner !== null && !known.has(owner.agent))
    .map(({ id, title }) => ({
      subject: id,
      says: `the terminal ${id} (“${title}”) belongs to an agent that nobody knows`,
      command: `${tmux.join(' ')} kill-pane -t ${id}`,
    }))
}

function findMissingWorkspaces({ agents, workspaces }: HouseSight): Finding[] {
  const there = new Set(workspaces.map(({ path }) => path))
  return agents
    .filter(({ workspace, ending }) => workspace !== null && !ending && !there.has(workspace))
    .map(({ name, workspace }) => ({
      subject: name,
      says: `the workspace of ${name} is gone: ${workspace}`,
      command: `cmux agent remove ${name}`,
    }))
}

function findOrphans({ agents, workspaces, projects }: HouseSight, isProjectKnown: boolean): Finding[] {
  const registered = new Set<string>(agents.map(({ name }) => name))
  return workspaces
    .filter(({ agent, project }) => !registered.has(agent) && projects.has(project) === isProjectKnown)
    .map(({ project, agent, path }) => ({
      subject: `${project}/${agent}`,
      says: isProjectKnown
        ? `${path} belongs to no agent; its work is brought home before it is removed`
        : `${path} belongs to a project that nobody knows`,
      command: isProjectKnown
        ? FIX
        : `cmux project add PATH (of ${project}), then ${FIX}; or look at it, and rm -r '${path}'`,
    }))
}

function findMissingReleases({ releases }: HouseSight): Finding[] {
  const there = new Set(releases.there.map(({ name }) => name))
  return releases.named
    .filter((name) => !there.has(name))
    .map((name) => ({
      subject: name,
      says: `release ${name} is not there any more: cmux could not go back to it`,
      command: rebuildCommand(name),
    }))
}

/** The same commit gives the same release. What was not built from one comes back from where it came only. */
function rebuildCommand(name: string): string {
  const commit = COMMIT_RELEASE.exec(name)?.groups?.['commit']
  if (commit === undefined) return 'cmux down && cmux up (of the build that it came from)'
  return `cmux release build ${commit}`
}

function findUnneededReleases({ releases: { there, inUse } }: HouseSight): Finding[] {
  return there
    .filter(({ name, ageMs }) => !inUse.has(name) && ageMs > FORGOTTEN_MS)
    .map(({ name, path }) => ({ subject: name, says: `nobody needs ${path}`, command: FIX }))
}

function findMailForNobody({ mail, agents }: HouseSight): Finding[] {
  const known = new Set(agents.map(({ id }) => id))
  return mail
    .filter(({ agent }) => agent !== null && !known.has(agent))
    .map(({ id, to }) => ({
      subject: id,
      says: `message ${id} waits for ${to}, who is not there any more`,
      command: FIX,
    }))
}

/** Its agent could take it, and nobody says what it waits for. */
function findUnmovedMail({ mail, agents, nowMs }: HouseSight): Finding[] {
  const free = new Map(
    agents.filter(({ status, paused }) => status === 'idle' && !paused).map((agent) => [agent.id, agent]),
  )
  return mail.flatMap(({ id, agent, receipt, at, waitsFor }) => {
    const receiver = agent && free.get(agent)
    const isOnTheWay = receipt === 'accepted' || receipt === 'pasted'
    if (!receiver || !isOnTheWay || waitsFor !== null || nowMs - Date.parse(at) < MAIL_MS) return []
    const says = `message ${id} is ${receipt} and does not move, though ${receiver.name} is idle`
    return [{ subject: id, says, command: `cmux agent restart ${receiver.name}` }]
  })
}

function findTasksOfNobody({ tasks, agents }: HouseSight): Finding[] {
  const known = new Set(agents.map(({ name }) => name))
  return tasks
    .filter(({ assignee }) => assignee !== null && !known.has(assignee))
    .map(({ id, title, assignee }) => ({
      subject: id,
      says: `task “${title}” is with ${assignee}, who is not there any more`,
      command: `cmux task assign ${id} NAME`,
    }))
}

function findOverdueApprovals({ approvals, nowMs }: HouseSight): Finding[] {
  return approvals
    .filter(({ expiresAt }) => nowMs - Date.parse(expiresAt) > OVERDUE_MS)
    .map(({ id, title }) => ({
      subject: id,
      says: `the time of a request is over and it still waits: ${title}`,
      command: FIX,
    }))
}

function findBudgetExcess({ bytes: { removable }, limits: { removableBytes } }: HouseSight): Finding[] {
  if (removable <= removableBytes) return []
  const says = `old logs, metrics, releases and workspaces take ${inMib(removable)}, of ${inMib(removableBytes)} that they may`
  return [{ subject: 'home', says, command: FIX }]
}

function findLargeWorkspaces({ bytes, limits: { workspacesBytes } }: HouseSight): Finding[] {
  if (bytes.workspaces <= workspacesBytes) return []
  const says = `workspaces take ${inMib(bytes.workspaces)}, of ${inMib(workspacesBytes)} that they may`
  return [{ subject: 'home', says, command: 'cmux agent remove NAME (its work is kept in the project)' }]
}

function findLargeLogs({ logs, limits: { logBytes } }: HouseSight): Finding[] {
  return logs
    .filter(({ bytes }) => bytes > logBytes)
    .map(({ path, bytes }) => ({
      subject: path,
      says: `${path} has grown to ${inMib(bytes)}`,
      command: `truncate -s 0 '${path}'`,
    }))
}

const inMib = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`
