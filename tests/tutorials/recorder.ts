/**
 * A sandbox whose exchanges are kept, so that a run sees what a step really sent and got, in whatever language it ran.
 * It checks its own replies against the description: one that does not fit is a 500 with the reason.
 */
import { type Exchange, type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';
import type { OpenApiDocument } from '../../src/description/types';

/** A running sandbox with its exchanges. */
export interface RecordingSandbox extends Sandbox {
  /** Takes the exchanges since the last call. */
  take: () => Exchange[];
}

/** Starts a sandbox on a free port; it must be closed. */
export async function startRecordingSandbox(
  description: OpenApiDocument,
  options: Partial<SandboxOptions> = {},
): Promise<RecordingSandbox> {
  let exchanges: Exchange[] = [];
  const sandbox = await startSandbox(description, {
    port: 0,
    checksReplies: true,
    ...options,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return {
    ...sandbox,
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}
