/** The WebSocket to the gateway: calls, watches, orders to drive; it comes back by itself. */

import {
  create,
  fromBinary,
  toBinary,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
  type DescMessage,
} from "@bufbuild/protobuf";
import {
  FromServerSchema,
  ToServerSchema,
  type Driving,
  type FromServer,
  type History,
  type Status,
  type Written,
} from "./generated/raftup/console/v1/console_pb.ts";
import { SessionService } from "./generated/raftup/v1/session_pb.ts";
import {
  WatchSessionRequestSchema,
  WatchSessionResponseSchema,
  type WatchSessionRequest,
  type WatchSessionResponse,
} from "./generated/raftup/v1/watch_pb.ts";

/** A call that failed, as the server or the gateway has it. */
export class CallError extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(status.message);
    this.status = status;
  }
}

/** What a watch tells; it is begun anew where the connection or the server was gone. */
export interface WatchListener {
  response(message: WatchSessionResponse, lostFrames: number): void;
  history(rows: History): void;
  ended(status: Status | null): void;
}

export interface WatchHandle {
  seen(): void;
  close(): void;
}

interface OpenWatch {
  id: number;
  request: WatchSessionRequest;
  historyNs: bigint;
  listener: WatchListener;
  retry: number | undefined;
}

/** What answers a call or a write. */
type Answer = Extract<FromServer["kind"], { case: "answer" | "written" }>;

interface PendingCall {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const LONGEST_WAIT = 3000; // ms
const SHORTEST_WAIT = 250; // ms

/** Whether the server may take the same request later. */
function passes(status: Status): boolean {
  return status.code === "UNAVAILABLE" || status.reason === "SESSION_DELETED";
}

export class Connection extends EventTarget {
  connected = false;
  private socket: WebSocket | null = null;
  private nextId = 1;
  private wait = SHORTEST_WAIT;
  private stopped = false;
  private readonly calls = new Map<number, PendingCall>();
  private readonly watches = new Set<OpenWatch>();
  private readonly driving = new Map<string, Driving>();

  /** Connects, and connects again whenever the connection is gone; events: state, driving, who. */
  start(): void {
    this.stopped = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "raftup.console.v1");
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.take(new Uint8Array(event.data as ArrayBuffer));
    socket.onclose = () => this.closed();
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
  }

  drivingOf(session: string): Driving | undefined {
    return this.driving.get(session);
  }

  /** The answer of a unary call; of one that streams, its responses merged into one. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O> | DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    const bytes = toBinary(method.input, create(method.input, request));
    const name = `${method.parent.name}.${method.name}`;
    const answer = await this.ask({ case: "call", value: { method: name, request: bytes } });
    return fromBinary(method.output, answer.value as Uint8Array);
  }

  /** Writes an input where a session stands; gives the time of the sample [ns]. */
  async write(session: string, input: string, values: number[]): Promise<bigint> {
    const answer = await this.ask({ case: "write", value: { session, inputVariables: [input], values } });
    return (answer.value as Written).timeNs;
  }

  private ask(kind: MessageInitShape<typeof ToServerSchema>["kind"]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = this.send(kind);
      if (id === 0) reject(new Error("the console is not connected"));
      else this.calls.set(id, { resolve, reject });
    });
  }

  watch(
    request: MessageInitShape<typeof WatchSessionRequestSchema>,
    historyNs: bigint,
    listener: WatchListener,
  ): WatchHandle {
    const full = create(WatchSessionRequestSchema, request);
    const watch: OpenWatch = { id: 0, request: full, historyNs, listener, retry: undefined };
    this.watches.add(watch);
    this.begin(watch);
    return {
      seen: () => void this.send({ case: "seen", value: { watch: watch.id } }),
      close: () => {
        clearTimeout(watch.retry);
        this.watches.delete(watch);
        this.send({ case: "unwatch", value: { watch: watch.id } });
      },
    };
  }

  drive(session: string, realtimeFactor: number, stepCount: bigint): void {
    this.send({ case: "drive", value: { session, realtimeFactor, stepCount, takeOver: true } });
  }

  pause(session: string): void {
    this.send({ case: "pause", value: { session } });
  }

  private send(kind: MessageInitShape<typeof ToServerSchema>["kind"]): number {
    if (this.socket?.readyState !== WebSocket.OPEN) return 0;
    const id = this.nextId++;
    this.socket.send(toBinary(ToServerSchema, create(ToServerSchema, { id, kind })));
    return id;
  }

  private begin(watch: OpenWatch): void {
    const request = toBinary(WatchSessionRequestSchema, watch.request);
    watch.id = this.send({ case: "watch", value: { request, historyNs: watch.historyNs } });
  }

  private opened(socket: WebSocket): void {
    this.socket = socket;
    this.wait = SHORTEST_WAIT;
    this.setConnected(true);
    for (const watch of this.watches) this.begin(watch);
  }

  private closed(): void {
    this.socket = null;
    this.driving.clear();
    for (const call of this.calls.values()) call.reject(new Error("the connection broke off"));
    this.calls.clear();
    this.setConnected(false);
    if (this.stopped) return;
    window.setTimeout(() => void this.reconnect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** A gateway that has been started again knows nobody: then a login is needed. */
  private async reconnect(): Promise<void> {
    try {
      const who: unknown = await (await fetch("/who")).json();
      if (who === null) {
        this.stop();
        this.dispatchEvent(new Event("who"));
        return;
      }
    } catch {
      // The gateway is not there yet: the socket will fail too, and be tried again.
    }
    this.start();
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    this.dispatchEvent(new Event("state"));
  }

  private take(bytes: Uint8Array): void {
    const message = fromBinary(FromServerSchema, bytes);
    const { kind } = message;
    if (kind.case === "driving") {
      this.driving.set(kind.value.session, kind.value);
      this.dispatchEvent(new CustomEvent("driving", { detail: kind.value }));
      return;
    }
    const call = this.calls.get(message.id);
    if (call !== undefined) {
      this.calls.delete(message.id);
      if (kind.case === "answer" || kind.case === "written") call.resolve(kind);
      else if (kind.case === "status") call.reject(this.refused(kind.value));
      return;
    }
    for (const watch of this.watches) {
      if (watch.id !== message.id) continue;
      if (kind.case === "watch") {
        const response = fromBinary(WatchSessionResponseSchema, kind.value);
        watch.listener.response(response, Number(message.lostFrameCount));
      } else if (kind.case === "history") {
        watch.listener.history(kind.value);
      } else if (kind.case === "status") {
        watch.listener.ended(kind.value);
        if (passes(kind.value)) {
          watch.retry = window.setTimeout(() => this.begin(watch), 1000);
        }
      }
    }
  }

  private refused(status: Status): CallError {
    if (status.code === "UNAUTHENTICATED") this.dispatchEvent(new Event("who"));
    return new CallError(status);
  }
}

export { SessionService };
