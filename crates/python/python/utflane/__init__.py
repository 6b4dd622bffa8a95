from ._utflane import *
