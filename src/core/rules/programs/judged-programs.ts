// Programs that are judged by their name alone, whatever they are given; what they read and write is looked at, too.
import type { PlainKind } from '../effect.ts'
import { mentions, optionValues, plainArgs, type Call, type Found, type Program } from '../program.ts'

const NAMES: Readonly<Partial<Record<PlainKind, string>>> = {
  network: `nc ncat netcat telnet ftp sftp scp ssh ssh-copy-id ssh-add socat ping ping6 dig nslookup host whois rsync gh
    glab hub aws gcloud gsutil az kubectl helm terraform tofu pulumi ansible ansible-playbook heroku vercel netlify fly
    flyctl wrangler http https xh aria2c lynx w3m links mosh openssl nmap tcpdump rclone doctl firebase supabase psql
    mysql mongosh redis-cli mail sendmail`,
  install: `apt apt-get aptitude dnf yum pacman apk snap brew port flatpak pipx gem nix nix-env conda mamba
    corepack nvm fnm volta easy_install`,
  machine: `systemctl service launchctl crontab at batch mount umount shutdown reboot halt poweroff useradd userdel usermod
    groupadd iptables nft sysctl modprobe insmod hostnamectl timedatectl chsh passwd visudo docker podman nerdctl
    docker-compose loginctl mkfs fdisk parted swapoff defaults osascript security`,
  privilege: 'sudo doas su pkexec runuser chroot nsenter unshare setpriv capsh gosu su-exec newgrp sg',
  terminals: 'tmux screen zellij',
  'project code': `make gmake just ninja cmake ctest meson bazel bazelisk gradle gradlew mvn mvnw ant tox nox pytest py.test
    jest vitest mocha ava tsc eslint oxlint oxfmt prettier biome ruff mypy black flake8 pylint isort pyright rspec
    phpunit rubocop stylelint vite webpack rollup esbuild swc turbo nx knip playwright c8 nyc tap gcc g++ clang clang++ cc
    c++ ld ar as javac kotlinc scalac rustc rustfmt gofmt goimports shfmt hadolint actionlint markdownlint protoc swiftc
    clang-format clang-tidy coverage golangci-lint staticcheck typedoc tsup tsdown rolldown size-limit publint attw
    next-lint astro svelte-check vue-tsc prisma-fmt elm ormolu hlint zig dart-format ktlint scalafmt uvicorn gunicorn
    hypercorn flask fastapi alembic django-admin streamlit sphinx-build mkdocs next nuxt ng storybook`,
}

/** Known by their own name, by `npx`, `python -m` and in `node_modules/.bin`. */
export const PROJECT_TOOLS: ReadonlySet<string> = new Set(NAMES['project code']?.split(/\s+/))

export const JUDGED_PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name) => [name, programThat(kind as PlainKind)] as const),
  ),
)

export function programThat(kind: PlainKind): Program {
  return (call) => [{ kind, host: kind === 'network' ? findHost(call) : null }, ...touched(call, kind)]
}

/** Tools of the project may change what they are pointed at (`--fix`, `--write`, `-o`); the others may send it away. */
function touched({ args }: Call, kind: PlainKind): Found[] {
  const words = [...plainArgs(args), ...optionValues(args)].map(({ source, text, isPattern }) => ({
    source,
    text: text?.replace(/^[\w.-]*=?@/, '').replace(/^file:\/\//, '') ?? null,
    isPattern,
  }))
  if (kind === 'project code') return mentions('write', words)
  const named = words.filter(({ text }) => text !== null && !text.includes('://'))
  return kind === 'network' ? mentions('read', named) : []
}

function findHost({ args }: Call): string | null {
  const hosts = args.flatMap(({ text }) => {
    const host =
      text === null
        ? undefined
        : /^(?:\w+:\/\/)?(?:[^@/\s]*@)?([\w-]+(?:\.[\w-]+)+|localhost)(?=[:/]|$)/.exec(text)?.[1]
    return host === undefined ? [] : [host.toLowerCase()]
  })
  // With several of them, or one that nobody knows, there is no one host to speak of.
  const isSure = args.every(({ text }) => text !== null)
  return isSure && new Set(hosts).size === 1 ? (hosts[0] ?? null) : null
}
