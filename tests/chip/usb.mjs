// The host's end of USB: it finds the serial port of the chip and talks to it, or does not.

// Buffer control of an endpoint in the DPRAM (datasheet 4.1.2.7.1): a word for IN, one for OUT.
const BUFFER_CONTROL = 0x80;
const LENGTH = 0x3ff;
const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const FULL = 1 << 15;
// Endpoint control from endpoint 1 on, likewise.
const ENDPOINT_CONTROL = 0x08;
const ENABLE = 2 ** 31;
const CONTROL_BUFFER = 0x100;
const SIE_CTRL_PULLUP = 1 << 16;
const SIE_STATUS = 0x50;
const SIE_SUSPENDED = 1 << 4;
const SIE_RESUME = 1 << 11;
const SIE_BUS_RESET = 1 << 19;

const PACKET = 64;
const MICROSECOND = 1000;
const MILLISECOND = 1e6;
/** The time of a packet of 64 bytes at 12 Mbit/s, about. */
const TRANSACTION = 50 * MICROSECOND;
/** The time that a host waits after the pull-up has appeared (USB 2.0, 7.1.7.3), and the time that it resets. */
const ATTACH = 100 * MILLISECOND;
const BUS_RESET = 10 * MILLISECOND;
/** Silence on the bus that means suspend (USB 2.0, 7.1.7.6). */
const IDLE = 3 * MILLISECOND;
/** How often a host without anything to do looks for the pull-up. */
const LOOK = MILLISECOND;

const DEVICE = 1;
const CONFIGURATION = 2;
const STRING = 3;
const INTERFACE = 4;
const ENDPOINT = 5;
const CDC_DATA = 10;

const TO_HOST = 0x80;
const word = (value) => [value & 255, value >> 8];
const getDescriptor = (type, length, index = 0, language = 0) => [TO_HOST, 6, index, type, ...word(language), ...word(length)];
const SET_ADDRESS = [0, 5, 1, 0, 0, 0, 0, 0];
const SET_CONFIGURATION = [0, 9, 1, 0, 0, 0, 0, 0];
/** To the interface, not to the device. */
const setControlLines = (lines, port) => [0x21, 0x22, lines, 0, port, 0, 0, 0];
const setLineCoding = (port) => [0x21, 0x20, 0, 0, port, 0, 7, 0];
/** One stop bit, no parity, eight bits. */
const lineCoding = (baud) => [...word(baud & 0xffff), ...word(baud >>> 16), 0, 0, 8];
const USUAL = 115_200;
const ENGLISH = 0x0409;

/** The descriptors in a list of them. */
function* descriptors(bytes) {
  for (let at = 0; at + 1 < bytes.length && bytes[at] > 0; at += bytes[at]) yield bytes.slice(at, at + bytes[at]);
}

/** Where the serial port lives: its interface, and its two bulk endpoints. */
function findPort(configuration) {
  const port = { control: null, input: null, output: null };
  let inData = false;
  for (const descriptor of descriptors(configuration)) {
    if (descriptor[1] === INTERFACE) {
      inData = descriptor[5] === CDC_DATA;
      if (!inData) port.control ??= descriptor[2];
    } else if (descriptor[1] === ENDPOINT && inData) {
      if (descriptor[2] & TO_HOST) port.input = descriptor[2] & 15;
      else port.output = descriptor[2];
    }
  }
  return port;
}

/**
 * Gap: the emulator answers for a host of its own, which takes every packet at once, sends empty ones, loses the
 * AVAILABLE bit of OUT buffers and addresses DTR to the device. Here a buffer stays with the controller until this
 * host has had its transaction, so that a slow or silent host is just that.
 */
export class UsbHost {
  constructor(chip) {
    this.chip = chip;
    this.usb = chip.mcu.usbCtrl;
    this.memory = chip.mcu.usbDPRAMView;
    /** Called with the bytes of every packet of the serial port. */
    this.onBytes = () => {};
    /** Whether packets of the serial port are taken; when not, the chip has to wait. */
    this.reads = true;
    /** The time from one packet to the next, in nanoseconds. */
    this.pace = TRANSACTION;
    /** `absent`, `attaching`, `configured`. */
    this.state = 'absent';
    /** Everything that the chip has said about itself. */
    this.device = null;
    /** What the chip has refused. */
    this.stalls = [];
    this.port = { control: null, input: null, output: null };
    this.outgoing = [];
    this.transfers = [];
    this.isBusy = false;
    /** Whether this host agrees to what the chip asks for. */
    this.configures = true;
    /** Whether this host has suspended the bus. */
    this.sleeps = false;
    this.usb.DPRAMUpdated = () => this.#stir();
    this.#mendSuspended();
  }

  /** Gap: the SUSPENDED bit cannot be cleared by writing it, so a suspend would be told for ever. */
  #mendSuspended() {
    const { usb } = this;
    const write = usb.writeUint32.bind(usb);
    usb.writeUint32 = (offset, value) => {
      if (offset === SIE_STATUS && usb.rawWriteValue & SIE_SUSPENDED) usb.sieStatus &= ~SIE_SUSPENDED;
      write(offset, value);
    };
  }

  /** A charger that resets the bus once, and says nothing. */
  resetOnce() {
    this.usb.sieStatus |= SIE_BUS_RESET;
    this.usb.sieStatusUpdated();
  }

  /** Suspends the bus, which the chip notices after 3 ms of silence, or resumes. */
  sleep(sleeps = true) {
    this.sleeps = sleeps;
    this.chip.after(sleeps ? IDLE : 0, () => {
      this.usb.sieStatus |= sleeps ? SIE_SUSPENDED : SIE_RESUME;
      this.usb.sieStatusUpdated();
      this.#stir();
    });
  }

  /** Plugs the cable in: the port is found as soon as the firmware is ready, and opened unless told otherwise. */
  plug({ opens = true } = {}) {
    this.state = 'attaching';
    this.opens = opens;
    this.#look();
  }

  /** Opens or closes the port, as DTR tells the chip. */
  open(isOpen = true) {
    this.#transfer(setControlLines(isOpen ? 3 : 0, this.port.control));
  }

  /** Sets the speed of the port. */
  setSpeed(baud) {
    this.#transfer(setLineCoding(this.port.control), lineCoding(baud));
  }

  /** Queues bytes for the chip. */
  send(bytes) {
    for (const byte of bytes) this.outgoing.push(byte);
    this.#stir();
  }

  #look() {
    if (this.usb.sieCtrl & SIE_CTRL_PULLUP) {
      this.chip.after(ATTACH, () => this.#reset());
    } else {
      this.chip.after(LOOK, () => this.#look());
    }
  }

  #reset() {
    this.usb.sieStatus |= SIE_BUS_RESET;
    this.usb.sieStatusUpdated();
    this.chip.after(BUS_RESET, () => this.#ask(this.#questions()));
  }

  /** Asks what a host asks, one question after the other. */
  *#questions() {
    const device = yield getDescriptor(DEVICE, 18);
    yield SET_ADDRESS;
    const [, , low, high] = yield getDescriptor(CONFIGURATION, 9);
    const configuration = yield getDescriptor(CONFIGURATION, (high << 8) | low);
    const texts = [];
    for (const index of device.slice(14, 17).filter((index) => index > 0)) {
      const text = yield getDescriptor(STRING, 255, index, ENGLISH);
      texts.push(Buffer.from(text.slice(2)).toString('utf16le'));
    }
    // A port that cannot give what the board asks for leaves it without a configuration.
    if (this.configures) yield SET_CONFIGURATION;
    this.device = {
      vendor: device[8] | (device[9] << 8),
      product: device[10] | (device[11] << 8),
      milliamperes: 2 * configuration[8],
      texts,
    };
    this.port = findPort(configuration);
  }

  /** Puts the next question with the answer to the last; after all of them the port can be used. */
  #ask(questions, answer) {
    const { value, done } = questions.next(answer);
    if (!done) {
      this.#transfer(value, [], (next) => this.#ask(questions, next));
      return;
    }
    if (!this.configures) return;
    this.state = 'configured';
    this.setSpeed(USUAL);
    if (this.opens) this.open();
  }

  /** Queues a control transfer; `done` gets what the chip answers. */
  #transfer(setup, data = [], done = () => {}) {
    this.transfers.push({ setup, data, done, stage: 'setup', answer: [] });
    this.#stir();
  }

  /** Sees to it that there is a transaction before long. */
  #stir() {
    if (this.isBusy || this.sleeps || this.state === 'absent') return;
    this.isBusy = true;
    this.chip.after(this.pace, () => {
      this.isBusy = false;
      if (this.#transact()) this.#stir();
    });
  }

  /** One packet, whichever can go; tells whether one went. */
  #transact() {
    if (this.transfers.length > 0 && this.#advance(this.transfers[0])) return true;
    if (this.state !== 'configured') return false;
    const { input, output } = this.port;
    if (this.reads && this.#isArmed(input, 'in')) {
      this.onBytes(this.#take(input));
      return true;
    }
    if (this.outgoing.length > 0 && this.#isArmed(output, 'out')) {
      this.#give(output, this.outgoing.splice(0, PACKET));
      return true;
    }
    return false;
  }

  /** Goes on with a control transfer if the chip is ready for it; tells whether it did. */
  #advance(transfer) {
    const { setup, data, answer } = transfer;
    const isAsking = (setup[0] & TO_HOST) !== 0;
    const next = (stage) => {
      transfer.stage = stage;
      return true;
    };
    if (transfer.stage === 'setup') {
      this.usb.sendSetupPacket(Uint8Array.from(setup));
      return next(isAsking ? 'in' : data.length > 0 ? 'out' : 'status in');
    }
    if (this.#control(0, 'in') & STALL || this.#control(0, 'out') & STALL) {
      this.stalls.push(setup);
      return this.#end(transfer);
    }
    const isIn = transfer.stage.endsWith('in');
    if (!this.#isArmed(0, isIn ? 'in' : 'out')) return false;
    switch (transfer.stage) {
      case 'in': {
        const packet = this.#take(0);
        answer.push(...packet);
        const isLast = packet.length < PACKET || answer.length >= (setup[6] | (setup[7] << 8));
        return isLast ? next('status out') : true;
      }
      case 'out':
        this.#give(0, data);
        return next('status in');
      case 'status in':
        this.#take(0);
        return this.#end(transfer);
      default:
        this.#give(0, []);
        return this.#end(transfer);
    }
  }

  #end(transfer) {
    this.transfers.shift();
    transfer.done(transfer.answer);
    return true;
  }

  #place(endpoint, direction) {
    return BUFFER_CONTROL + 8 * endpoint + (direction === 'out' ? 4 : 0);
  }

  #control(endpoint, direction) {
    return this.memory.getUint32(this.#place(endpoint, direction), true);
  }

  #isArmed(endpoint, direction) {
    if ((this.#control(endpoint, direction) & AVAILABLE) === 0) return false;
    return endpoint === 0 || this.#endpointControl(endpoint, direction) >= ENABLE;
  }

  #endpointControl(endpoint, direction) {
    return this.memory.getUint32(ENDPOINT_CONTROL + 8 * (endpoint - 1) + (direction === 'out' ? 4 : 0), true);
  }

  #buffer(endpoint, direction) {
    return endpoint === 0 ? CONTROL_BUFFER : this.#endpointControl(endpoint, direction) & 0xffc0;
  }

  /** Takes the packet that the chip has put into an IN buffer. */
  #take(endpoint) {
    const control = this.#control(endpoint, 'in');
    const start = this.#buffer(endpoint, 'in');
    const packet = [...this.chip.mcu.usbDPRAM.slice(start, start + (control & LENGTH))];
    this.memory.setUint32(this.#place(endpoint, 'in'), control & ~(AVAILABLE | FULL), true);
    this.usb.indicateBufferReady(endpoint, false);
    return packet;
  }

  /** Puts a packet into an OUT buffer that the chip has offered. */
  #give(endpoint, packet) {
    const control = this.#control(endpoint, 'out');
    this.chip.mcu.usbDPRAM.set(packet, this.#buffer(endpoint, 'out'));
    this.memory.setUint32(this.#place(endpoint, 'out'), (control & ~(AVAILABLE | LENGTH)) | FULL | packet.length, true);
    this.usb.indicateBufferReady(endpoint, true);
  }
}
