// The frame around every verb: options, help with an example, one JSON document or one text, errors with a hint.
import { Command, CommanderError } from 'commander'
import { readEnvironment } from '../host/environment.ts'
import { findHomeFault } from '../host/home-fault.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { printable } from '../lib/printable.ts'
import { expandShortForm } from './expand-short-form.ts'
import { describeFailure } from './layout/describe-failure.ts'
import { isNotRunning } from './is-not-running.ts'
import type { Outcome } from './outcome.ts'
import type { Verb, VerbCall } from './verb.ts'
import { VERBS } from './verbs.ts'

/** Runs one command line and resolves with the exit code. */
export async function runCli(
  typed: readonly string[],
  given: Pick<VerbCall, 'programs' | 'umask'>,
): Promise<number> {
  const argv = expandShortForm(typed)
  const asJson = argv.includes('--json')
  let exitCode = 0
  const program = makeProgram(verbsFor(argv), async (verb, call) => {
    const outcome = await runVerb(verb, { ...call, ...given })
    exitCode = outcome.exitCode ?? 0
    if ('printed' in outcome) return
    process.stdout.write(call.json ? `${JSON.stringify(outcome.json)}\n` : `${outcome.text}\n`)
  })
  try {
    if (argv.length === 0) program.outputHelp()
    else await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0 // help was asked for, and shown
    const failure = describeFailure(asUsage(error, argv))
    process.stderr.write(`${failure.text}\n`)
    if (asJson) process.stdout.write(`${JSON.stringify(failure.json)}\n`)
    return failure.exitCode
  }
}

async function runVerb(verb: Verb, call: VerbCall): Promise<Outcome> {
  if (call.environment.url === undefined && verb.name !== 'doctor') refuseForeign(call.environment.home)
  const run = await verb.load()
  try {
    return await run(call)
  } catch (error) {
    const { home, url } = call.environment
    if (verb.revives !== true || url !== undefined || !isNotRunning(error)) throw error
    const { reviveIfKilled } = await import('../host/revive.ts')
    if (!(await reviveIfKilled(home, call.programs))) throw error
    process.stderr.write(`cmux: all processes of ${printable(home)} had exited and were restarted\n`)
    return run(call)
  }
}

/** Nothing of it can be read, and what is missing would look like a cmux that does not run. Doctor says it as a finding. */
function refuseForeign(home: string): void {
  const fault = findHomeFault(home)
  if (fault?.kind === 'foreign') throw new CmuxError('HOME_UNUSABLE', fault.detail, { hint: fault.hint })
}

type OnVerb = (verb: Verb, call: Omit<VerbCall, 'programs' | 'umask'>) => Promise<void>

/** Describing every verb to commander takes longer than running one: only the one that is called is described. */
function verbsFor(argv: readonly string[]): readonly Verb[] {
  const called = VERBS.filter((verb) => verb.name.split(' ')[0] === argv[0])
  return called.length > 0 ? called : VERBS
}

function makeProgram(verbs: readonly Verb[], onVerb: OnVerb): Command {
  const program = withCommonOptions(new Command('cmux'))
    .description('runs a team of coding agents in tmux without losing work, a message or the service')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addHelpText(
      'after',
      '\nStart with: cmux up\nShort forms: start (up), stop (down), attach NAME (agent attach NAME)',
    )
  for (const verb of verbs) addVerb(program, verb, onVerb)
  return program
}

function addVerb(program: Command, verb: Verb, onVerb: OnVerb): void {
  const [first = '', second] = verb.name.split(' ')
  const parent = second === undefined ? program : groupOf(program, first)
  const command = withCommonOptions(parent.command([second ?? first, verb.args ?? ''].join(' ').trim()))
    .description(verb.summary)
    .addHelpText('after', `\nExample:\n  $ ${verb.example}`)
  for (const [flags, meaning] of verb.options ?? []) command.option(flags, meaning)
  command.action(async () => {
    const options = command.optsWithGlobals<VerbCall['options']>()
    const home = options['home']
    const environment = readEnvironment(typeof home === 'string' ? home : undefined)
    await onVerb(verb, { args: command.args, options, environment, json: options['json'] === true })
  })
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  if (known) return known
  return program.command(name).description(namesIn(name).join(', '))
}

function withCommonOptions(command: Command): Command {
  return command
    .option('--home <dir>', 'where cmux keeps its state (default: CMUX_HOME or ~/.cmux)')
    .option('--json', 'print one JSON document')
    .helpOption('-h, --help', 'show help')
}

function asUsage(error: unknown, argv: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (error.code === 'commander.help') return new CmuxError('USAGE', describeMissing(argv))
  return new CmuxError('USAGE', message)
}

function describeMissing(argv: readonly string[]): string {
  const group = argv.find((word) => VERBS.some(({ name }) => name.startsWith(`${word} `)))
  return group === undefined
    ? 'missing command'
    : `missing subcommand of ${group}: ${namesIn(group).join(', ')}`
}

function namesIn(group: string): string[] {
  return VERBS.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))
}
