import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#server/core/free-port.ts'

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/**
 * Starts nginx as this user.
 * @param site what its only site does, as the inside of a `server` block
 */
export async function startNginx(
  site: string,
  { workers = '1' } = {},
): Promise<{ url: string; pid: number; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-nginx-'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes ${workers};
    pid ${folder}/pid;
    error_log stderr notice;
    events { worker_connections 512; }
    http {
      ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000;
      server {
        listen 127.0.0.1:${port};
        ${site}
      }
    }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  let said = ''
  const ready = Promise.withResolvers<void>()
  child.stderr.on('data', (text: Buffer) => {
    said += text
    // Its sockets listen by then.
    if (said.includes('start worker processes')) ready.resolve()
  })
  child.once('exit', () => ready.reject(new Error(`nginx ended: ${said}`)))
  await ready.promise
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async close() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
