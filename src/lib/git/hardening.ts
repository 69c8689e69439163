// What every call of git is given, whatever the repository's own settings say: nothing that a repository can name is run,
// nothing is asked, nothing leaves the machine. The settings of a repository are not even read (plan-git-view.ts); these rows hold
// if one should get through, and for what has a default that runs something.

/** As `-c`, which wins over every file. Each row is a way in which a repository's files make git start a program. */
export const HARDENING: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=true',
  'core.sshCommand=false',
  'core.askPass=false',
  'core.pager=cat',
  'core.editor=false',
  'sequence.editor=false',
  'core.gitProxy=false',
  'gpg.program=false',
  'log.showSignature=false',
  'credential.helper=',
  'protocol.allow=never',
  'protocol.file.allow=always',
  // Files outside of the repository that decide over its content.
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  // Objects that stand in for others, and an index in two files of which one would land in our own folder.
  'core.useReplaceRefs=false',
  'core.splitIndex=false',
  // Nested repositories bring settings of their own: nobody goes in there.
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'diff.ignoreSubmodules=all',
  // Caches that a foreign object folder may bring along; what they say is not checked.
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'core.untrackedCache=false',
  // Nothing is tidied up behind the owner's back.
  'gc.auto=0',
  'maintenance.auto=false',
  // What comes from a workspace is looked through; sloppiness of old tools is no attack.
  'fetch.fsckObjects=true',
  'fetch.fsck.zeroPaddedFilemode=ignore',
  'fetch.fsck.missingSpaceBeforeDate=ignore',
  'fetch.fsck.badTimezone=ignore',
  // Somebody else's git in the same repository: wait for it rather than fail.
  'core.filesRefLockTimeout=5000',
  'core.packedRefsTimeout=5000',
]

/** The whole environment but PATH and the places. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_AUTHOR_NAME: 'cmux',
  GIT_AUTHOR_EMAIL: 'cmux@localhost',
  GIT_COMMITTER_NAME: 'cmux',
  GIT_COMMITTER_EMAIL: 'cmux@localhost',
}
