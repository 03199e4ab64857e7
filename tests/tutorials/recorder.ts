/**
 * A mock whose exchanges are kept, so that a run sees what a step really sent and got, in whatever language it ran.
 */
import type { OpenApiDocument } from '../../src/description/types';
import { startMock, type Exchange, type Mock } from '../../scripts/lib/mock';

/** A running mock with its exchanges. */
export interface RecordingMock extends Mock {
  /** Takes the exchanges since the last call. */
  take: () => Exchange[];
}

/** Starts a mock on a free port; it must be closed. */
export async function startRecordingMock(description: OpenApiDocument): Promise<RecordingMock> {
  let exchanges: Exchange[] = [];
  const mock = await startMock(description, { port: 0, onExchange: (exchange) => exchanges.push(exchange) });
  return {
    ...mock,
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}
