import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ffmpegCommand,
  joinCommand,
  joinList,
  joinListName,
  type MediaCommand,
  type Output,
} from '#server/core/media/command.ts'
import { withCpuMeter } from '#server/core/media/cpu-meter.ts'
import { prepareMedia } from '#server/core/media/isolation.ts'
import { probeFile, UnusableVideoError } from '#server/core/media/probe.ts'
import { MediaProcessError, runMedia } from '#server/core/media/process.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'

const run = promisify(execFile)

const streams = streamsWeWrote(false)

const raw: Output = {
  maps: ['picture'],
  options: ['-pix_fmt', 'rgb24'],
  to: { kind: 'pipe', fd: 1, format: 'rawvideo' },
}

interface Seen {
  environment: string
  limits: string
  /** null where the system doesn't weigh sessions against each other */
  session: string | null
}

/** The descendant process that runs ffmpeg, according to /proc. */
function findFfmpeg(): Seen | null {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(n => /^\d+$/.test(n))) {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
      parents.set(Number(name), Number(parent))
    } catch {
      // It ended while we looked.
    }
  }
  const below = (pid: number): boolean => pid === process.pid || (pid > 1 && below(parents.get(pid) ?? 0))
  for (const pid of [...parents.keys()].filter(p => p !== process.pid && below(p))) {
    const at = (name: string) => `/proc/${pid}/${name}`
    if (!readFileSync(at('cmdline'), 'utf8').split('\0')[0]?.endsWith('ffmpeg')) continue
    return {
      environment: readFileSync(at('environ'), 'utf8'),
      limits: readFileSync(at('limits'), 'utf8'),
      session: existsSync(at('autogroup')) ? readFileSync(at('autogroup'), 'utf8') : null,
    }
  }
  return null
}

/** Inspects ffmpeg while it waits for a reader of its output. */
async function whileItRuns(command: MediaCommand, niceness = 0): Promise<Seen> {
  const stop = new AbortController()
  let seen: Seen | null = null
  const over = new Error('seen')
  await expect(
    runMedia(command, {
      timeoutMs: 60_000,
      niceness,
      signal: stop.signal,
      onStdout: stdout =>
        stdout.once('readable', () => {
          // Its first bytes are here and the pipe is full: it is blocked.
          seen = findFfmpeg()
          stop.abort(over)
        }),
    }),
  ).rejects.toBe(over)
  if (!seen) throw new Error('No ffmpeg ran')
  return seen
}

const clipCommand = async () => {
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 4, size: '640x360' })
  return { file, command: ffmpegCommand({ file, demuxer: 'mov', streams, outputs: [raw] }) }
}

describe.runIf(process.platform === 'linux')('ffmpeg', () => {
  test('sees none of our environment', async () => {
    process.env.ZQ_SECRET = 'Zqsecret'
    onTestFinished(() => {
      delete process.env.ZQ_SECRET
    })
    const { environment } = await whileItRuns((await clipCommand()).command)
    const names = environment
      .split('\0')
      .filter(Boolean)
      .map(pair => pair.split('=')[0])
    // The shell that sets the limits adds its working directory.
    expect(names.filter(name => !['PWD', 'OLDPWD', '_', 'SHLVL'].includes(name as string))).toEqual([])
  })

  test.runIf(existsSync('/proc/self/autogroup'))('yields with its whole session', async () => {
    const { session } = await whileItRuns((await clipCommand()).command, 10)
    expect(session).toMatch(/ nice 10$/m)
  })

  test('runs with limits on memory, time and file size, and without core dumps', async () => {
    const { limits } = await whileItRuns((await clipCommand()).command)
    const limitOf = (name: string) =>
      new RegExp(`^Max ${name}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(limits)?.slice(1)
    for (const name of ['address space', 'cpu time', 'file size', 'core file size']) {
      const [soft, hard] = limitOf(name) ?? []
      expect([soft, hard], name).not.toContain('unlimited')
    }
    expect(limitOf('core file size')).toEqual(['0', '0'])
  })

  test('writes only to its folder and reads only its file', async () => {
    const { measures } = await prepareMedia({ dataDir: os.tmpdir() })
    const { file } = await clipCommand()
    const [own, other] = [await scratchFolder(), await scratchFolder()]
    const before = await readFile(file)
    const output = (name: string): Output => ({
      maps: ['picture'],
      options: ['-c', 'copy'],
      to: { kind: 'mp4', name },
    })
    const write = (name: string) =>
      runMedia(ffmpegCommand({ file, demuxer: 'mov', streams, folder: own, outputs: [output(name)] }), {
        timeoutMs: 30_000,
      })
    await write('copy.mp4')
    expect((await stat(path.join(own, 'copy.mp4'))).size).toBeGreaterThan(1000)
    // What a compromised ffmpeg would try.
    if (measures.includes('only its files')) {
      await expect(write(`../../../../..${other}/stolen.mp4`)).rejects.toThrow(MediaProcessError)
      await expect(write(`../input`)).rejects.toThrow(MediaProcessError)
    }
    expect(await readdir(other)).toEqual([])
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('joins files that it can only read', async () => {
    const { measures } = await prepareMedia({ dataDir: os.tmpdir() })
    const { file } = await clipCommand()
    const folder = await scratchFolder()
    const before = await readFile(file)
    await writeFile(path.join(folder, joinListName), joinList([4, 4]))
    const told = joinCommand({ files: [file, file], streams: [0, 1], folder, name: 'joined.mp4' })
    await runMedia(told, { timeoutMs: 30_000 })
    expect((await probeFile(path.join(folder, 'joined.mp4'), 'mov')).durationSeconds).toBeCloseTo(8, 1)
    // What a compromised ffmpeg would try.
    const argv = (places: { input: string; folder: string }) => [
      ...told.argv(places).slice(0, -1),
      ...['-y', `file:${places.folder}/part-2.mp4`],
    ]
    if (!measures.includes('only its files')) return
    await expect(runMedia({ ...told, argv } as MediaCommand, { timeoutMs: 30_000 })).rejects.toThrow(
      MediaProcessError,
    )
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('is ended by a file larger than allowed', async () => {
    const { file } = await clipCommand()
    const folder = await scratchFolder()
    const output: Output = { maps: ['picture'], options: ['-c', 'copy'], to: { kind: 'mp4', name: 'a.mp4' } }
    await expect(
      runMedia(ffmpegCommand({ file, demuxer: 'mov', streams, folder, outputs: [output] }), {
        timeoutMs: 30_000,
        fileBytes: 4096,
      }),
    ).rejects.toThrow(MediaProcessError)
  })

  test('is charged to the person who started it', async () => {
    const { command } = await clipCommand()
    let paid = 0
    await withCpuMeter(
      () => runMedia(command, { timeoutMs: 60_000, onStdout: s => void s.resume() }),
      async seconds => {
        paid = seconds
      },
    )
    // Loading its libraries alone takes this long.
    expect(paid).toBeGreaterThan(0.05)
  })

  // Perl calls the system directly, which no shell does.
  test.runIf(existsSync('/usr/bin/perl'))('makes no links, sockets and namespaces', async () => {
    const { measures } = await prepareMedia({ dataDir: os.tmpdir() })
    const { file } = await clipCommand()
    const [bin, folder] = [await scratchFolder(), await scratchFolder()]
    await chmod(bin, 0o755)
    const script = `#!/usr/bin/perl
      my ($unshare, $clone) = qw(ARCH) eq 'arm64' ? (97, 220) : (272, 56);
      my $folder = $ARGV[-1] =~ s/^file://r =~ s/[^\\/]*$//r;
      print STDERR 'tried';
      print STDERR ' symlink' if symlink '/etc/passwd', $folder . 'soft';
      print STDERR ' link' if link $folder . 'here', $folder . 'hard';
      print STDERR ' socket' if socket my $s, 1, 1, 0;
      print STDERR ' unshare' if syscall($unshare, 0x10000000) == 0;
      print STDERR ' clone' if syscall($clone, 0x10000000 | 17, 0, 0, 0, 0) >= 0;
      exit 3;`
    await writeFile(path.join(folder, 'here'), 'here')
    await writeFile(path.join(bin, 'ffmpeg'), script.replace('ARCH', process.arch), { mode: 0o755 })
    const before = process.env.PATH
    process.env.PATH = `${bin}:${before}`
    onTestFinished(() => {
      process.env.PATH = before
    })
    const output: Output = { maps: ['picture'], options: [], to: { kind: 'mp4', name: 'a.mp4' } }
    const told = ffmpegCommand({ file, demuxer: 'mov', streams, folder, outputs: [output] })
    const error = await runMedia(told, { timeoutMs: 30_000 }).catch(cause => cause)
    expect(error).toBeInstanceOf(MediaProcessError)
    if (measures.includes('few system calls')) expect(error.detail).toBe('tried')
    else expect(error.detail).toMatch(/^tried /)
  })

  test('is gone immediately when stopped', async () => {
    await whileItRuns((await clipCommand()).command)
    expect(findFfmpeg()).toBeNull()
  })
})

test('refuses a picture that needs a forbidden decoder, with a sentence, and never decodes it', async () => {
  const file = await makeClip(path.join(await scratchFolder(), 'odd.mkv'), { video: ['ffv1'], audio: null })
  const error = await probeFile(file, 'matroska').catch(cause => cause)
  expect(error).toBeInstanceOf(UnusableVideoError)
  expect(error.message).toMatch(/don't support \(ffv1\)/)
  await expect(
    runMedia(ffmpegCommand({ file, demuxer: 'matroska', streams, outputs: [raw] }), {
      timeoutMs: 30_000,
      onStdout: s => void s.resume(),
    }),
  ).rejects.toThrow(MediaProcessError)
})

test('opens the file only with the demuxer that was detected', async () => {
  const folder = await scratchFolder()
  const list = path.join(folder, 'list.mp4')
  const clip = await makeClip(path.join(folder, 'ride.mp4'))
  await writeFile(list, `ffconcat version 1.0\nfile ${path.basename(clip)}\n`)
  await expect(probeFile(list, 'mov')).rejects.toThrow(UnusableVideoError)
})

test('accepts a file with a cover picture and subtitles, and uses its video and audio', async () => {
  const folder = await scratchFolder()
  const plain = await makeClip(path.join(folder, 'plain.mp4'))
  const titles = path.join(folder, 'titles.srt')
  await writeFile(titles, '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  const file = path.join(folder, 'ride.mp4')
  const cover = path.join(folder, 'cover.png')
  await run('ffmpeg', ['-v', 'error', '-i', plain, '-frames:v', '1', cover])
  await run('ffmpeg', [
    ...['-v', 'error', '-i', plain, '-i', titles, '-i', cover, '-map', '0', '-map', '1', '-map', '2'],
    ...['-c', 'copy', '-c:s', 'mov_text', '-c:v:1', 'png', '-disposition:v:1', 'attached_pic', file],
  ])
  const probe = await probeFile(file, 'mov')
  expect([probe.video.codec, probe.audio?.codec]).toEqual(['h264', 'aac'])
  let bytes = 0
  await runMedia(ffmpegCommand({ file, demuxer: 'mov', streams, outputs: [raw] }), {
    timeoutMs: 30_000,
    onStdout: stdout =>
      stdout.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      }),
  })
  expect(bytes).toBe(320 * 180 * 3 * 60)
})
