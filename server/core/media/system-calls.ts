/**
 * System calls that no media program needs: links (which the server would follow when it collects the output), new
 * namespaces and mounts, sockets (some families, such as AF_VSOCK, don't know namespaces), and parts of the kernel where
 * escapes were found. By architecture, as in the kernel's syscall tables.
 */
const denied: Partial<
  Record<NodeJS.Architecture, { audit: number; flagged: readonly number[]; calls: readonly number[] }>
> = {
  x64: {
    audit: 0xc000003e,
    flagged: [56, 272], // clone, unshare
    calls: [
      ...[86, 88, 265, 266], // link, symlink, linkat, symlinkat
      ...[133, 259, 41, 53], // mknod, mknodat, socket, socketpair
      ...[165, 166, 155, 161, 308], // mount, umount2, pivot_root, chroot, setns
      ...[101, 310, 311, 298], // ptrace, process_vm_readv, process_vm_writev, perf_event_open
      ...[248, 249, 250, 321, 323], // add_key, request_key, keyctl, bpf, userfaultfd
      ...[303, 304], // name_to_handle_at, open_by_handle_at
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    flagged: [220, 97],
    calls: [
      ...[36, 37, 33, 198, 199],
      ...[40, 39, 41, 51, 268],
      ...[117, 270, 271, 241],
      ...[217, 218, 219, 280, 282],
      ...[264, 265],
    ],
  },
}

/** The same number everywhere: io_uring, pidfd_getfd, open_tree to fspick, mount_setattr. */
const deniedEverywhere = [425, 426, 427, 438, 428, 429, 430, 431, 432, 433, 442]
/** Its flags are behind a pointer; programs fall back to clone when it isn't there. */
const clone3 = 435
/** Mount, cgroup, UTS, IPC, user, PID and network namespaces. */
const newNamespaces = 0x7e020000
/** From here on, the numbers are those of another interface of x64. */
const otherInterface = 0x40000000

const load = 0x20
const ifEqual = 0x15
const ifAtLeast = 0x35
const ifAny = 0x45
const answer = 0x06
const allow = 0x7fff0000
const refuse = 0x00050001 // EPERM
const missing = 0x00050026 // ENOSYS
const kill = 0x80000000

/**
 * A filter for bubblewrap's --seccomp: a classic BPF program (seccomp(2)) over struct seccomp_data, whose fields are the
 * call's number at 0, the architecture at 4 and the first argument at 16. Null on an architecture without a list.
 */
export function systemCallFilter(): Buffer | null {
  const list = denied[process.arch]
  if (!list) return null
  const steps: [code: number, jumpIf: number, jumpElse: number, value: number][] = [
    [load, 0, 0, 4],
    [ifEqual, 1, 0, list.audit],
    [answer, 0, 0, kill],
    [load, 0, 0, 0],
    [ifAtLeast, 0, 1, otherInterface],
    [answer, 0, 0, refuse],
    [ifEqual, 0, 1, clone3],
    [answer, 0, 0, missing],
    ...[...list.calls, ...deniedEverywhere].flatMap((call): [number, number, number, number][] => [
      [ifEqual, 0, 1, call],
      [answer, 0, 0, refuse],
    ]),
    // Only with flags for new namespaces. The number is gone from the register then, so a match answers either way.
    ...list.flagged.flatMap((call): [number, number, number, number][] => [
      [ifEqual, 0, 4, call],
      [load, 0, 0, 16],
      [ifAny, 0, 1, newNamespaces],
      [answer, 0, 0, refuse],
      [answer, 0, 0, allow],
    ]),
    [answer, 0, 0, allow],
  ]
  const bytes = Buffer.alloc(steps.length * 8)
  for (const [at, [code, jumpIf, jumpElse, value]] of steps.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(jumpIf, at * 8 + 2)
    bytes.writeUInt8(jumpElse, at * 8 + 3)
    bytes.writeUInt32LE(value, at * 8 + 4)
  }
  return bytes
}
